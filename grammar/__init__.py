"""What people write: cards, table positions and moves, and the rule texts."""
