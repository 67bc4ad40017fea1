"""What only the page `fertility` draws."""
