"""Explains why a list of names cannot be read."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.common.name_lists import UnreadableList

_UNREADABLE: Final = {
    "too-large": gettext_noop("This list is too large: at most %(kilobytes)s KB."),
    "too-long": gettext_noop("This list is too long: at most %(lines)s lines."),
    "encoding": gettext_noop(
        "Line %(line)s can't be read. Save the file as “CSV UTF-8”, or paste the names instead."
    ),
    "quotes": gettext_noop(
        "The quotation marks in line %(line)s don't match. Write one name per line."
    ),
    "empty": gettext_noop("Choose a file or paste names, one per line."),
}


def unreadable_list_words(wrong: UnreadableList, *, lines: int, kilobytes: int) -> str:
    """Return why a list of names cannot be read, with the limits on its lines and kilobytes."""
    return _(_UNREADABLE[wrong.code]) % {"line": wrong.line, "lines": lines, "kilobytes": kilobytes}
