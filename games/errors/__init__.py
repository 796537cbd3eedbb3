"""Refusals: what a command would not do, for people. The one place where an HTTP status is chosen."""

from games.errors.refusal import Refused, refused
