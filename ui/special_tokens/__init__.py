"""What only the page `special_tokens` draws."""
