"""The name of the club's unit, for sentences without an amount."""

from __future__ import annotations

from django.conf import settings
from django.utils.module_loading import import_string
from django.utils.translation import gettext


def unit_word() -> str:
    """Return the club's own unit, or `chips`, for use inside a sentence."""
    return str(import_string(settings.TUSAC_UNIT)()) or gettext("chips")
