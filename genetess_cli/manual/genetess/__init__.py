"""The rules of Genetess in our own words. They decide nothing: what happens is in `rules/genetess/`."""

from genetess_cli.manual.genetess.articles import BOOK as BOOK
