"""Pages of deal records: to check a file, to import it as a director, and to download the checking program."""

from __future__ import annotations

from threading import BoundedSemaphore
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games import verifier
from games.commands.log.records import BadRecord, import_records
from games.engine.recording.verification import Checked, checked_records
from games.errors import Refused
from games.web.answers import see_other
from games.web.requests import player_of

MOST_BYTES: Final = 3 * 1024 * 1024
"""Bytes of a file that the page takes: some three hundred deals, a second or two of checking."""
MOST_LINES: Final = 1_000
"""Lines of such a file, empty ones too."""
CHECKED_AT_ONCE: Final = BoundedSemaphore(2)
"""Files that a process checks at a time: more would keep the threads from all other pages."""
MOST_SHOWN: Final = 200
"""Lines of answers on the page; faults come first."""


class RecordFileForm(forms.Form):
    """The form for a file of deal records; it checks each line."""

    file = forms.FileField(
        label=_("File of deal records"),
        widget=forms.ClearableFileInput(attrs={"accept": ".json,.jsonl,application/json"}),
        help_text=_("A file downloaded from a replay or a tournament, at most 3 MB."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Create the form, with no lines checked yet."""
        super().__init__(*args, **kwargs)
        self.answers: list[Checked] = []
        """What is said of each line of a valid form."""

    def clean_file(self) -> Any:
        """Check every line.

        Raises ValidationError if the file is too large or holds no deal, or while too many other files are checked.
        """
        file = self.cleaned_data["file"]
        if file.size > MOST_BYTES:
            raise ValidationError(
                _("This file is too large: at most 3 MB. Check larger ones with the program below.")
            )
        if sum(chunk.count(b"\n") for chunk in file.chunks()) > MOST_LINES:
            raise ValidationError(
                _("This file has too many lines: at most 1,000. Check it with the program below.")
            )
        file.seek(0)
        if not CHECKED_AT_ONCE.acquire(blocking=False):
            raise ValidationError(
                _("Other files are being checked right now. Try again in a moment.")
            )
        try:
            self.answers = list(checked_records(file))
        finally:
            CHECKED_AT_ONCE.release()
        if not self.answers:
            raise ValidationError(_("This file contains no deals."))
        return file

    @property
    def wrong(self) -> list[Checked]:
        """The lines with a fault, in order."""
        return [checked for checked in self.answers if checked.fault]

    @property
    def shown(self) -> list[Checked]:
        """The lines to show, at most `MOST_SHOWN`: those with a fault first."""
        return [*self.wrong, *(one for one in self.answers if not one.fault)][:MOST_SHOWN]


@never_cache
@require_http_methods(["GET", "POST"])
def records(request: HttpRequest) -> HttpResponse:
    """Check a file of deal records; a director may have it imported, whole or not at all.

    Raises Refused("login.needed") for a file from a visitor who is not logged in.
    """
    if request.method == "GET":
        return _page(request, RecordFileForm())
    if not request.user.is_authenticated:
        raise Refused("login.needed")
    by = player_of(request)
    storing = request.POST.get("step") == "store"
    if storing and not by.is_director:
        raise Refused("record.not-director")
    form = RecordFileForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, form, status=422)
    if not storing:
        return _page(request, form)
    if form.wrong:
        return _page(request, form, status=422)
    try:
        stored = import_records(records=form.answers, now=timezone.now(), by=by)
    except BadRecord as bad:
        refused = _("Line %(line)d: %(reason)s. Nothing was stored.")
        form.add_error("file", refused % {"line": bad.number, "reason": bad.reason})
        return _page(request, form, status=409)
    said = ngettext("%(deals)d deal is stored.", "%(deals)d deals are stored.", len(stored))
    messages.success(request, said % {"deals": len(stored)})
    return see_other("replays")


def _page(request: HttpRequest, form: RecordFileForm, *, status: int = 200) -> HttpResponse:
    context = {"form": form, "digest": verifier.digest(), "name": verifier.NAME}
    return render(request, "replays/records.html", context, status=status)


@require_safe
@cache_control(public=True, no_cache=True)
def program(_request: HttpRequest) -> HttpResponse:
    """Return the program, a single Python file without dependencies, that checks records. Public."""
    answer = HttpResponse(verifier.source(), content_type="text/x-python; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{verifier.NAME}"'
    return answer
