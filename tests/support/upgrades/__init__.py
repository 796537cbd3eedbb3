"""An older club's database: what is in it, what its release made of it, and how both were written."""

NAME = "before_one_house"
"""The dump of the release in which disputes had two homes and an event many places."""
