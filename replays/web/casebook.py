"""Public pages of the casebook: final rulings with their positions, single cases, and the cases as a file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from django import forms
from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from games.common.rulebook import sections
from games.engine.cards import CARD_BY_NAME
from games.engine.recording.similarity import KEY_LENGTH, is_key
from games.engine.rules import PRESETS, RuleSet
from games.infrastructure.throttling import count, count_stranger, counted_as
from games.models import FiledDispute, statuses
from games.presenters.cards import alike_name
from games.presenters.sentences import distinct_names
from games.queries.behalf import Reported
from games.queries.club.house import known_rules
from games.queries.finished.private_deals import (
    NOTHING,
    PrivateDeals,
    private_deals_for,
)
from games.web.requests import viewer_of
from games.web.spreadsheets import csv_of
from games.web.views.rulebook import section_text
from replays import queries
from replays.presenters.casebook import (
    case_box,
    like_words,
    names_at_table,
    names_for,
    reported_words,
)
from replays.presenters.casebook_files import plain, sheet
from replays.presenters.replay import draw_before_discard, draw_step
from replays.presenters.rulings import dispute_boxes
from replays.queries import casebook as cases
from replays.queries.casebook import Case, Search

PAGE: Final = 10
"""Cases on a page."""
FORMS: Final = {"csv": "text/csv; charset=utf-8; header=present", "json": "application/json"}
"""The forms of the file, each with its type."""


def _ranks() -> list[tuple[str, Any]]:
    own = [(letter, alike_name(letter)) for letter in "GMRCNP"]
    classes = [("GM", _("Guard or minister")), ("RCN", _("Rook, cannon or knight"))]
    return [("", _("any")), *classes, *own]


def _colours() -> list[tuple[str, Any]]:
    pairs = [("ry", _("Red or yellow")), ("gw", _("Green or white"))]
    return [("", _("any")), *pairs, *((letter, alike_name(letter)) for letter in "rygw")]


def _statuses() -> list[tuple[str, Any]]:
    return [
        ("", _("any")),
        *(one for one in statuses() if one[0] != FiledDispute.OPEN),
    ]


class CasebookForm(forms.Form):
    """A search of the casebook."""

    words = forms.CharField(label=_("Words in the reason"), required=False, max_length=100)
    section = forms.ChoiceField(label=_("Section of the rulebook"), required=False)
    outcome = forms.ChoiceField(label=_("Ruling"), required=False, choices=_statuses)
    penalty = forms.ChoiceField(
        label=_("Penalty as judged automatically"),
        required=False,
        choices=[("", _("any")), ("fell", _("there was one")), ("absent", _("there was none"))],
    )
    rank = forms.ChoiceField(label=_("Discarded card"), required=False, choices=_ranks)
    colour = forms.ChoiceField(
        label=_("Colour of the discarded card"), required=False, choices=_colours
    )
    unlike = forms.BooleanField(label=_("Only similar cases ruled differently"), required=False)
    like = forms.CharField(required=False, max_length=KEY_LENGTH, widget=forms.HiddenInput)

    def __init__(self, *args: Any, now: datetime, kept: PrivateDeals, **kwargs: Any) -> None:
        """Offer only sections that final rulings cite, leaving out the deals `kept` from the reader."""
        super().__init__(*args, **kwargs)
        rest_on = cases.sections_of(now, kept) & sections()
        field = self.fields["section"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", _("any")), *((one, one) for one in sorted(rest_on, key=_in_the_book))]

    def clean_like(self) -> str:
        """Return a similarity key. Raises ValidationError if it is invalid."""
        key: str = self.cleaned_data["like"]
        if key and not is_key(key):
            raise forms.ValidationError(_("There are no cases with a position like that."))
        return key

    @property
    def search(self) -> Search:
        """Return the search of a valid form."""
        said = self.cleaned_data
        return Search(
            words=said["words"],
            section=said["section"],
            outcome=said["outcome"],
            penalty={"": None, "fell": True, "absent": False}[said["penalty"]],
            rank=said["rank"],
            colours=said["colour"],
            alike=said["like"],
            unlike=said["unlike"],
        )


def _in_the_book(section: str) -> list[int]:
    return [int(number) for number in section.removeprefix("§").split(".")]


@require_safe
@never_cache
@vary_on_headers("Cookie")
def casebook(request: HttpRequest) -> HttpResponse:
    """Show the final rulings that match the search in the address, the newest first, with the search form."""
    viewer = viewer_of(request)
    now, kept = timezone.now(), private_deals_for(viewer)
    form = CasebookForm(request.GET, now=now, kept=kept)
    if not form.is_valid():
        return render(request, "replays/casebook.html", {"form": form}, status=400)
    search = form.search
    if search.words:
        # Names are removed from every reason before it is searched.
        count_stranger(request)
    found = cases.found(search, viewer, now=now, kept=kept)
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    shown = cases.cases(list(page.object_list), viewer, now=now, kept=kept)
    asked = request.GET.copy()
    asked.pop("page", None)
    known = _rules_of(shown)
    context = {
        "form": form,
        "answered": True,
        "page": page,
        "boxes": [case_box(one, known) for one in shown],
        "differing": len(cases.unlike_keys(now, kept)),
        "alike": like_words(search.alike),
        "unlike": search.unlike,
        "searching": search != Search(),
        "asked": asked.urlencode(),
        "stranger": viewer is None,
        "some_kept": kept != NOTHING,
    }
    return render(request, "replays/casebook.html", context)


def _rules_of(shown: Sequence[Case]) -> dict[str, RuleSet]:
    """Return the rule sets of these cases by name; the club's own are read only if a case needs one."""
    named = {case.position.position["rules"] for case in shown}
    return PRESETS if named <= PRESETS.keys() else known_rules()


@require_safe
@never_cache
@vary_on_headers("Cookie")
def one_case(request: HttpRequest, case_id: int) -> HttpResponse:
    """Show one case: its position, verdict, rule and ruling, and similar cases. 404 if its ruling is not final."""
    now, viewer = timezone.now(), viewer_of(request)
    kept = private_deals_for(viewer)
    case = cases.case(case_id, viewer, now=now, kept=kept)
    if case is None and viewer is None and cases.is_kept(case_id, now=now):
        return redirect_to_login(request.get_full_path())
    if case is None:
        raise Http404
    key, deal_id = case.position.alike, case.dispute.deal_id
    alike = cases.alike_by(key, but=deal_id, now=now, kept=kept)
    like = cases.cases(alike, viewer, now=now, kept=kept)
    known = _rules_of([case, *like])
    context = {
        "box": case_box(case, known),
        "dispute": case.dispute,
        "rule": section_text(case.dispute.section.removeprefix("§")),
        "like": [case_box(one, known) for one in like],
        "stranger": viewer is None,
        **(_on_screens(case) if case.reported is None else _reported(case, case.reported)),
    }
    return render(request, "replays/case.html", context)


def _on_screens(case: Case) -> dict[str, Any]:
    """Return the template values for a case of a deal played on screens, which has a replay."""
    deal, replay = queries.get_replay(case.dispute.deal_id)
    names = distinct_names(names_for(case, replay))
    return {
        # The parties' words to each other, for readers who may know who they are.
        "story": dispute_boxes([case.dispute], replay.acts, names)[0] if case.named else None,
        "discarder": names[case.position.seat],
        "then": draw_before_discard(deal, replay, names=names),
        "judged": draw_step(deal, replay, case.dispute.discard, names=names),
    }


def _reported(case: Case, reported: Reported) -> dict[str, Any]:
    """Return what the page of a case with real cards shows.

    There is no replay. Photographs are shown only on a page of their own, to those who may see them.
    """
    names = distinct_names(names_at_table(case))
    return {
        "reported_story": reported_words(case, names),
        "discarder": names[case.position.seat],
        "address": reported.address if case.named else "",
        "useful": [
            (CARD_BY_NAME[card], useful, card in case.position.position["worst"])
            for card, useful in case.position.position["usefulness"].items()
        ],
    }


@require_safe
@never_cache
@vary_on_headers("Cookie")
def casebook_file(request: HttpRequest, form: str) -> HttpResponse:
    """Return the cases that a search finds as a download, in one of `FORMS`."""
    viewer = viewer_of(request)
    now, kept = timezone.now(), private_deals_for(viewer)
    asked = CasebookForm(request.GET, now=now, kept=kept)
    if not asked.is_valid():
        return render(request, "replays/casebook.html", {"form": asked}, status=400)
    count("lines", counted_as(request))
    rows = cases.found(asked.search, viewer, now=now, kept=kept)
    found = cases.cases(rows, viewer, now=now, kept=kept)
    write = {"csv": _csv, "json": _json}[form]
    answer = HttpResponse(write(found), content_type=FORMS[form])
    answer["Content-Disposition"] = f'attachment; filename="casebook.{form}"'
    return answer


def _csv(found: Sequence[Case]) -> str:
    return csv_of(sheet(found))


def _json(found: Sequence[Case]) -> str:
    return json.dumps([plain(one) for one in found], ensure_ascii=False)
