"""What only the page `characters_words_bytes` draws."""
