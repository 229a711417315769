"""Tests of `genetess_cli/rules`: what all games share here, each game in a folder of its own; no files, no git."""
