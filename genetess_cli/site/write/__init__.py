"""The site's folder: what is written only when it changed, and the memory of the last build."""
