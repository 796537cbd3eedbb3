"""Refusals: the sentences that people get when a command is not carried out, each a row with its HTTP status."""

from games.errors.refusal import Refused, refused
