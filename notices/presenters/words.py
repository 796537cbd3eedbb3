"""Puts notices into words, for their page and for the news on every page."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final, NamedTuple

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.common.names import isolated
from games.common.unit import unit_word
from games.engine.disputing.outcomes import Outcome
from games.models import Player
from games.presenters.amounts import signed
from games.presenters.club.acts import account_words
from games.presenters.club.sanctions import kind_name
from games.presenters.outcomes import outcome_name
from games.presenters.play.turns import TurnNotice, turn_notices
from games.presenters.sentences import wind
from notices import queries
from notices.kinds import KINDS, REMINDERS
from notices.models import Notice

_JUDGED: Final = ("deal.dispute-", "deal.ruling-", "deal.signature-", "hold.", "reminder.")
"""How the names of those begin that lead to the judged move."""


class NoticeLine(NamedTuple):
    """A notice as it is shown."""

    id: int
    event: str
    at: datetime
    words: str
    link: str
    """Where more of it is, as an address of the site."""
    read: bool


class _Facts(dict[str, Any]):
    """The values for a notice's words; a missing one, as in older rows, reads as a dash."""

    def __missing__(self, key: str) -> str:
        return "–"


def lines(notices: list[Notice]) -> list[NoticeLine]:
    """Return the notices in words."""
    names = queries.names_of(notices)
    return [
        NoticeLine(row.pk, row.name, row.at, _words(row, names), _link(row, names), row.read)
        for row in notices
    ]


def _words(row: Notice, names: queries.Names) -> str:
    kind = KINDS.get(row.name)
    words = REMINDERS.get(row.name) if kind is None else kind.words
    if words is None:
        return _("This version of the program can't show what this notice is about.")
    facts = _Facts({**row.facts, "unit": unit_word()})
    if "tournament" in facts:
        facts["tournament"] = isolated(names.tournaments.get(facts["tournament"], "–"))
    deal = names.deals.get(facts.pop("deal", 0))
    if deal is not None:
        facts["deal"] = _("deal %(number)d at %(table)s") % {
            "number": deal.number,
            "table": deal.table.shown_name,
        }
    if row.facts.get("table_id") in names.tables:
        facts["table"] = names.tables[row.facts["table_id"]].shown_name
    if row.facts.get("who") in names.players:
        facts["who"] = names.players[row.facts["who"]].shown_name
    if "outcome" in facts:
        facts["outcome"] = outcome_name(Outcome(facts["outcome"]), lifts=facts["judged"])
    if "kind" in facts:
        facts["kind"] = kind_name(facts["kind"])
    if "changed" in facts:
        facts["changed"] = account_words(facts["changed"], is_open=bool(facts.get("is_open")))
    if "seat" in facts:
        facts["seat"] = wind(facts["seat"])
    if "chips" in facts:
        facts["chips"] = signed(facts["chips"])
    if "points" in facts and row.name.startswith("tournament.points-"):
        facts["points"] = signed(facts["points"])
    if "until" in facts:
        until = timezone.localtime(datetime.fromisoformat(facts["until"]))
        facts["until"] = date_format(until, "SHORT_DATETIME_FORMAT")
    return _(words[facts.get("variant", 0)]) % facts


def _link(row: Notice, names: queries.Names) -> str:
    if "told" in row.facts:
        place = [row.facts[name] for name in ("tournament", "round", "table", "told")]
        return reverse("told-discard", args=place)
    if "tournament" in row.facts:
        place = [row.facts.get(name) for name in ("tournament", "round", "table")]
        # A result of real cards is handled on its table's page.
        if None not in place and row.name.startswith(("tournament.result-", "tournament.discard-")):
            return reverse("table-result", args=place)
        return reverse("tournament", args=place[:1])
    if row.name == "club.alarm-raised":
        return reverse("alarms")
    if row.name.startswith("club.limits-"):
        return reverse("house")
    if row.name == "member.merge-proposed":
        return reverse("merges" if row.facts.get("variant") else "own-merge")
    if row.name == "call.made":
        return reverse("calls")
    if "table_id" in row.facts:
        return reverse("table", args=[row.facts["table_id"]])
    deal = names.deals.get(row.facts.get("deal", 0))
    if deal is not None and deal.ended_at is not None and not deal.cancelled:
        judged = row.name.startswith(_JUDGED)
        return reverse("replay", args=[deal.pk]) + "?at=judged" * judged
    return reverse("account") if deal is None else reverse("table", args=[deal.table_id])


def shown_count(unread: int) -> str:
    """Return the number of unread notices; empty for none."""
    most = queries.MOST_COUNTED
    return "" if not unread else f"{most}+" if unread > most else str(unread)


class News(NamedTuple):
    """The news on every page: the tables that wait, and how many notices are unread."""

    notices: tuple[TurnNotice, ...]
    unread: str
    etag: str
    """Changes when another deal waits, or waits anew, and with the number of unread notices."""


def news(viewer: Player | None, *, here: int | None = None) -> News:
    """Return the news for a viewer's page; the table `here`, which the page shows, is left out."""
    turns = turn_notices(viewer, here=here)
    unread = "" if viewer is None or viewer.is_guest else shown_count(queries.unread(viewer))
    return News(turns.notices, unread, f"{turns.etag}_{unread}" if unread else turns.etag)
