"""Reminders and news: as mail, as comments of a thread, as lines of the log."""
