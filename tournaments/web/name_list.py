"""A list of members that a director gives, as a file or pasted: the form that reads it, and the words for each line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.errors import RefusedByTournament
from tournaments.queries.entry_lists import (
    MOST_BYTES,
    MOST_LINES,
    Answer,
    Line,
    UnreadableList,
    decoded,
)
from tournaments.web.idempotent import IdempotentForm

WORDS: Final = {
    Answer.ENTERS: _("will be entered"),
    Answer.ENTERED: _("has entered already"),
    Answer.INVITES: _("will be invited"),
    Answer.INVITED: _("is invited already"),
    Answer.UNINVITED: _("is not invited, and only who is can enter: invite them first"),
    Answer.TWICE: _("stands in the list twice"),
    Answer.UNKNOWN: _("no member logs in by this name, or is shown by it"),
    Answer.SEVERAL: _("more than one member has this name: write the login name"),
    Answer.GUEST: _("is a guest, and only members can enter"),
    Answer.CLOSED: _("this account is closed"),
    Answer.COLUMNS: _("more than one column: write one name a line"),
}
_UNREADABLE: Final = {
    "too-large": _("This list is too large: at most %(kilobytes)s KB."),
    "too-long": _("This list is too long: at most %(lines)s lines."),
    "encoding": _(
        "Line %(line)s is not UTF-8. Save the file as “CSV UTF-8”, or paste the names instead."
    ),
    "quotes": _("The quotation marks of line %(line)s do not fit. Write one name a line."),
    "empty": _("Choose a file or paste names, one a line."),
}


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
            facts = {"line": wrong.line, "lines": MOST_LINES, "kilobytes": MOST_BYTES // 1024}
            self.add_error(field, ValidationError(_UNREADABLE[wrong.code], params=facts))
        return {**read, "names": names}

    def answered(self, answer: Answer) -> list[int]:
        """The players of the lines that are answered so."""
        players = [line.player for line in self.lines if line.answer is answer]
        return [player for player in players if player is not None]

    @property
    def wrong(self) -> list[Line]:
        """The lines that nothing can come of."""
        return [line for line in self.lines if line.wrong]

    @property
    def in_words(self) -> list[tuple[Line, Any]]:
        """Each line, with what becomes of it in words."""
        return [
            (
                line,
                RefusedByTournament(line.refused).sentence if line.refused else WORDS[line.answer],
            )
            for line in self.lines
        ]
