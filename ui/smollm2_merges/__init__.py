"""What only the page `smollm2_merges` draws."""
