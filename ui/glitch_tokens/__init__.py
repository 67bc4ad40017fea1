"""What only the page `glitch_tokens` draws."""
