"""What the pages share: their anatomy, inputs, and the pictures. Draws what tokcore computes."""
