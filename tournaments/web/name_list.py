"""A list of members that a director gives, as a file or pasted: the form that reads it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.presenters.page.name_list import lines_in_words, unreadable_words
from tournaments.queries.entry_lists import MOST_BYTES, Line, UnreadableList, decoded
from tournaments.web.idempotent import IdempotentForm


class NameListForm(IdempotentForm):
    """A file or pasted names, one a line."""

    file = forms.FileField(
        label=_("File (CSV)"),
        required=False,
        allow_empty_file=True,
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.txt,text/csv,text/plain"}),
        help_text=_(
            "One column with login names or shown names; a line above them that says “username” is passed over."
        ),
    )
    names = forms.CharField(
        label=_("Or names, one a line"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "autocapitalize": "none", "spellcheck": "false"}),
    )

    def __init__(
        self, *args: Any, read: Callable[[str], list[Line]] = lambda _text: [], **kwargs: Any
    ) -> None:
        """`read` says what becomes of each line; it raises UnreadableList."""
        super().__init__(*args, **kwargs)
        self._read = read
        self.lines: list[Line] = []
        """What becomes of each line of a valid form."""

    def clean(self) -> dict[str, Any] | None:
        """Read the list. Raises ValidationError where it cannot be read."""
        read = super().clean() or {}
        file, names = read.get("file"), read.get("names", "")
        field = "names" if file is None else "file"
        try:
            if file is not None:
                if names.strip():
                    raise ValidationError(_("Choose a file or paste names, not both."))
                names = decoded(file.read(MOST_BYTES + 1))
            self.lines = self._read(names)
            self.data = {
                **dict(self.data.items()),
                "names": names,
            }  # a file's lines can be mended here
        except UnreadableList as wrong:
            self.add_error(field, unreadable_words(wrong))
        return {**read, "names": names}

    @property
    def wrong(self) -> list[Line]:
        """The lines that nothing can come of."""
        return [line for line in self.lines if line.wrong]

    @property
    def in_words(self) -> list[tuple[Line, str]]:
        """Each line, with what becomes of it in words."""
        return lines_in_words(self.lines)
