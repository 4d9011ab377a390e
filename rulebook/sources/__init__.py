"""The indexes of places of the sources, and how they are made."""
