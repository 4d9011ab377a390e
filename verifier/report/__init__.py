"""A verdict told: as a page for people, as JSON for programs."""
