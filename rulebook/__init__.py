"""What the rules are: the rule texts, the places they cite, the vocabulary they may use."""
