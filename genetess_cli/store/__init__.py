"""What lies on disk and in git: a league's files, their schemas, codecs and keys."""
