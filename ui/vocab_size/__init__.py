"""What only the page `vocab_size` draws."""
