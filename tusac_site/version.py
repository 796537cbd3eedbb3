"""The version of this release. Everything that names it, the wheel too, reads it here."""

__version__ = "1.0.0.dev0"
