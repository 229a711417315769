"""The rules of Genetess in our own words. They decide nothing: what happens is in `rules/genetess/`."""
