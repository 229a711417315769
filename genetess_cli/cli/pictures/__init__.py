"""Boards drawn for a terminal, one module a game."""
