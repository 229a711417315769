"""All that a page knows of DNA: its board, pyramids and sentences."""
