"""The site: pages of plain facts, views and what was told, boards as SVG, words, inks. No position comes in here."""
