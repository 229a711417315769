"""What is to be mended so that a league lives on, and the command for it."""
