"""What only the page `bpe_trace` draws."""
