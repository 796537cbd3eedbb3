"""The version of this release. Everything that names it, including the wheel, reads it here."""

__version__ = "1.0.0.dev0"
