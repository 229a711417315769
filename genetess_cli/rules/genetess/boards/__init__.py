"""Boards: maps read, boards generated and furnished, and how fair they are; `presets/` has the ready ones."""
