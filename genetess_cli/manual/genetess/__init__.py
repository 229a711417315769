"""Genetess in words: codes, specials, orders, boards and topics."""
