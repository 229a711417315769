"""What a page knows of one game, a folder each."""
