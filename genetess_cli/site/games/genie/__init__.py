"""All that a page knows of Genie of the Lamp: its board, sentences and PGN."""
