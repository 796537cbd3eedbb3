"""What the club plays for, in a word: for sentences that name no sum."""

from __future__ import annotations

from django.conf import settings
from django.utils.module_loading import import_string
from django.utils.translation import gettext


def unit_word() -> str:
    """Return the club's own unit, or `chips`, for use inside a sentence."""
    return str(import_string(settings.TUSAC_UNIT)()) or gettext("chips")
