"""Webhooks: what other programs are sent, where to, and what becomes of it."""
