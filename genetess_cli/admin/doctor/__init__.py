"""What is to be mended so that a league lives on, and the command for it: here, and there on its forge."""
