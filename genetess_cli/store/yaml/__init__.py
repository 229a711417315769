"""YAML files: read with exact places, converted to typed values, edited in place, written."""
