"""`make bench`: prints the table of docs/performance.md, measured on games that bots play."""
