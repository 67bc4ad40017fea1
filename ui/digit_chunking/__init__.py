"""What only the page `digit_chunking` draws."""
