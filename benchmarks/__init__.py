"""`make bench`: prints the figures of docs/performance.md. Ratios within one run, never times."""
