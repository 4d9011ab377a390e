"""The commands of `kalooki`, one module each."""
