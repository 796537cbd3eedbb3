"""Refusals: sentences for people about commands that were not carried out. Each is one row, with its HTTP status."""

from games.errors.refusal import Refused, refused
