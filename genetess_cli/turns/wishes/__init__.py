"""Wishes: lines of an order file that are no orders, and are carried out at once, whoever is to move.

To add one: a row of WISHES in `lines.py` (the verb, how it is written); in `turns/acts/wishes.py` the kind of its
record and its act (what reads it, what it does, or the Problem why not); a row in `turns/acts/asked.py`; the act's
place in ACTS; a sentence for each Problem in `rules/orders.SENTENCES`. All else (files, mails, forms, the command,
pages, logs, notices, undo, `verify`) reads wishes by these tables. `lines.py` finds them in a text.
"""
