"""Describes the staff's changes to a member's account, for the page of staff acts and for notices."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.common.joints import listed

_WORDS: Final[dict[str, str]] = {
    "username": gettext_noop("login name"),
    "display_name": gettext_noop("display name"),
    "first_name": gettext_noop("first name"),
    "last_name": gettext_noop("last name"),
    "email": gettext_noop("email address"),
    "is_bot": gettext_noop("program's account"),
}


def account_words(changed: Iterable[str], *, is_open: bool) -> str:
    """Return the names, in words, of the changed fields of `ACCOUNT_FIELDS`, never their values."""
    words = {
        **{field: _(said) for field, said in _WORDS.items()},
        "is_active": _("account opened again") if is_open else _("account closed"),
    }
    return listed(words[field] for field in changed if field in words)
