"""What only the page `pretokenization` draws."""
