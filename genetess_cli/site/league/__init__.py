"""The pages of a league as a whole: its home, standings and people, feeds and calendars."""
