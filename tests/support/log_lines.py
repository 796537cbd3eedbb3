"""The lines of the log as a club's processes write them."""

import logging
from typing import Any

import structlog

from tusac_site.operations import logs


def logging_settings(*, as_json: bool, level: str = "INFO") -> dict[str, Any]:
    """Django's LOGGING as the site would make it; structlog stays as it is.

    A logger keeps the processors with which it was first used, for all tests that come later.
    """
    before = structlog.get_config()
    try:
        return logs.configure(as_json=as_json, level=level)
    finally:
        structlog.configure(**before)


def formatter(*, as_json: bool, level: str = "INFO") -> logging.Formatter:
    """Return what makes a line of the log."""
    settings = dict(logging_settings(as_json=as_json, level=level)["formatters"]["lines"])
    made: logging.Formatter = settings.pop("()")(**settings)
    return made
