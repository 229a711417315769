"""Tests of the commands, from the outside: what is typed, what is printed, what has changed."""
