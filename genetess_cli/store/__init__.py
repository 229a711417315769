"""A league on disk and in git: its files, their schemas, codecs and keys."""
