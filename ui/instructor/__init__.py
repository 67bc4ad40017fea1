"""What only the page `instructor` draws."""
