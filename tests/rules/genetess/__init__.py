"""Tests of the rules of Genetess; their cases, as text, are in `tests/cases/genetess`. Nothing is defined here."""
