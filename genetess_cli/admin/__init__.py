"""Leagues and games made, checked, verified, simulated and shown as a demo."""
