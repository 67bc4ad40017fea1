"""What only the page `vocabulary` draws."""
