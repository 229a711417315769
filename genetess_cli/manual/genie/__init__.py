"""The rules of Genie of the Lamp in our own words. They decide nothing: what happens is in `rules/genie/`."""

from __future__ import annotations

from genetess_cli.manual.book import OwnBook

BOOK = OwnBook(1, "genie")
