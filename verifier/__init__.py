"""What follows: the verdict on a written move."""
