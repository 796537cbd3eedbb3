"""Refusals: what a command would not do, for people. Each is one row, with its HTTP status."""

from games.errors.refusal import Refused, refused
