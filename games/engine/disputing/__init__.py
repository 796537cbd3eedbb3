"""Disputes: their events and state, outcomes and rulings, deadlines, sanctions, and what waits for a second person."""
