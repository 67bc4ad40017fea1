"""What only the page `compare` draws."""
