"""Whole deals at random, made and spoiled without asking the project: only `replaying` imports from it."""
