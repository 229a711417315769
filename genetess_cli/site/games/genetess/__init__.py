"""All that a page knows of Genetess: its board and sentences."""
