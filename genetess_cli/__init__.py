"""Genetess: a play-by-mail turn processor whose leagues are git repositories."""

__version__ = "0.1.0"
