"""What only the page `production` draws."""
