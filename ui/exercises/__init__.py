"""What only the page `exercises` draws."""
