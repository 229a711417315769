"""All that pages know of one game, a folder each."""
