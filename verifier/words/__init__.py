"""What people read: sentences, phrases for facts, acts and melds, in English and in French."""
