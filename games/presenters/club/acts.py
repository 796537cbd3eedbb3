"""Describes acts of the staff, with the details that each reader may see, and in notices what changed of an account."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.urls import reverse
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.acts import ActKind, kinds
from games.club.calls import call_of
from games.club.chips import member_of
from games.common.joints import listed
from games.common.names import isolated
from games.common.places import deal_in_sentence
from games.common.unit import unit_word
from games.engine.disputing.outcomes import RULINGS, Outcome
from games.models import Player, StaffAct, Table
from games.presenters.amounts import in_unit
from games.presenters.club.house import limits_words
from games.presenters.club.sanctions import given_words, kind_name
from games.presenters.outcomes import OUTCOME_WORDS
from games.queries.finished.private_deals import among, private_by_house
from games.queries.play.calls import on_kept_deals
from games.queries.play.deals import deal_names, with_replay
from games.schema import deal_of

_TABLE_CLOSED: Final = "member.table-closed"

ACTS: Final[dict[str, ActKind]] = {
    "member.chips-granted": ActKind(
        gettext_noop("granted %(member)s %(chips)s"), ("chips", "reason")
    ),
    "member.chips-taken-back": ActKind(
        gettext_noop("took back a grant to %(member)s"), ("reason",)
    ),
    "member.chips-asked-for": ActKind(
        gettext_noop("requested %(chips)s for %(member)s, which a second director has to confirm"),
        ("chips", "reason"),
    ),
    "member.chips-declined": ActKind(
        gettext_noop("declined the %(unit)s requested for %(member)s")
    ),
    "member.duties-set": ActKind(
        gettext_noop("set the duties of %(member)s: %(duties)s"), ("duties", "is_open", "reason")
    ),
    "member.joined": ActKind(gettext_noop("made %(member)s a member, with %(chips)s"), ("chips",)),
    "member.account-set": ActKind(
        gettext_noop("changed the account of %(member)s: %(changed)s"),
        ("changed", "is_open", "reason"),
    ),
    "member.password-set": ActKind(gettext_noop("set the password of %(member)s"), ("reason",)),
    "member.second-factor-taken": ActKind(gettext_noop("removed two-step login for %(member)s")),
    "member.merge-proposed": ActKind(
        gettext_noop("proposed to merge the account %(member)s into %(staying)s"),
        ("staying", "reason"),
    ),
    "member.merge-confirmed": ActKind(
        gettext_noop("confirmed the merge of the account %(member)s")
    ),
    "member.merge-declined": ActKind(
        gettext_noop("declined to merge the account %(member)s into %(staying)s"), ("staying",)
    ),
    "member.merge-taken-back": ActKind(
        gettext_noop("took back the proposal to merge the account %(member)s into %(staying)s"),
        ("staying",),
    ),
    "member.merged": ActKind(
        gettext_noop("merged the account %(member)s into %(staying)s"), ("staying", "reason")
    ),
    _TABLE_CLOSED: ActKind(
        gettext_noop("closed table %(table_name)s, which %(member)s had opened"),
        ("table", "reason"),
    ),
    "club.alarm-answered": ActKind(gettext_noop("answered alarm %(alarm)s"), ("alarm", "reason")),
    "club.house-rules-set": ActKind(gettext_noop("changed the club rules")),
    "club.settings-set": ActKind(gettext_noop("changed the club's settings")),
    "club.limits-proposed": ActKind(
        gettext_noop("proposed to raise some of the club's limits: %(limits)s"),
        ("limits", "alone", "reason"),
    ),
    "club.limits-signed": ActKind(
        gettext_noop("signed the proposal to raise the club's limits, as the second owner")
    ),
    "club.limits-declined": ActKind(
        gettext_noop("declined the proposal to raise the club's limits")
    ),
    "club.limits-taken-back": ActKind(gettext_noop("withdrew a proposal to raise limits")),
    "club.limits-ripened": ActKind(
        gettext_noop(
            "raised some of the club's limits alone, a week after proposing it, because there "
            "was no other owner"
        )
    ),
    "club.seal-accepted": ActKind(
        gettext_noop("accepted a log that differs from what was signed"), ("reason",)
    ),
    "club.backup-made": ActKind(
        gettext_noop("saved the whole club in a file protected by the passphrase")
    ),
    "club.backup-passphrase-made": ActKind(
        gettext_noop("made a new passphrase for the club's backups")
    ),
    "deal.paused": ActKind(
        gettext_noop("paused deal %(deal)s"), only=lambda payload: bool(payload["director"])
    ),
    "deal.resumed": ActKind(
        gettext_noop("resumed deal %(deal)s"), only=lambda payload: bool(payload["director"])
    ),
    "deal.clock-extended": ActKind(gettext_noop("gave extra time in deal %(deal)s"), ("seconds",)),
    "deal.dispute-filed": ActKind(
        gettext_noop("disputed a discard in deal %(deal)s on behalf of a player"),
        ("reason",),
        only=lambda payload: payload["seat"] is None,
    ),
    "deal.dispute-joined": ActKind(
        gettext_noop("joined the dispute over deal %(deal)s on behalf of a player"),
        ("reason",),
        only=lambda payload: payload["seat"] is None,
    ),
    **{
        row.name: ActKind(OUTCOME_WORDS[outcome].act, ("section", "reason"))
        for outcome, row in RULINGS.items()
    },
    "deal.ruling-given": ActKind(
        gettext_noop("ruled on deal %(deal)s under %(section)s"), ("section", "upheld", "reason")
    ),
    "deal.ruling-withdrawn": ActKind(
        gettext_noop("withdrew a ruling on deal %(deal)s"), ("reason",)
    ),
    "deal.ruling-appealed": ActKind(
        gettext_noop("appealed the ruling on their own deal %(deal)s"), ("seat",)
    ),
    "deal.ruling-proposed": ActKind(
        gettext_noop("proposed a ruling on deal %(deal)s, which a second referee has to sign"),
        ("section", "outcome", "reason"),
    ),
    "deal.ruling-signed": ActKind(
        gettext_noop("signed a ruling on deal %(deal)s as the second referee")
    ),
    "deal.signature-refused": ActKind(
        gettext_noop("refused to sign a proposed ruling on deal %(deal)s"), ("reason",)
    ),
    "club.rule-set-saved": ActKind(gettext_noop("saved a rule set")),
    "club.rule-set-withdrawn": ActKind(
        gettext_noop("stopped offering the rule set %(name)s"), ("name",)
    ),
    "club.rule-set-offered": ActKind(
        gettext_noop("offered the rule set %(name)s again"), ("name",)
    ),
    "member.warned": ActKind(
        gettext_noop("warned %(member)s for %(kind)s"),
        ("number", "kind", "time", "section", "reason", "table"),
    ),
    "member.warning-taken-back": ActKind(
        gettext_noop("took back warning %(number)s to %(member)s (%(kind)s)"),
        ("number", "kind", "reason"),
    ),
    "member.words-removed": ActKind(
        gettext_noop("removed a note by %(member)s on deal %(about)s"), ("deal", "reason")
    ),
    "member.collection-removed": ActKind(
        gettext_noop("removed a collection by %(member)s"), ("reason",)
    ),
    "club.sanction-table-set": ActKind(gettext_noop("changed the table of sanctions")),
    "call.answered": ActKind(
        gettext_noop("answered a call for the referee: %(words)s"), ("words",)
    ),
}
"""What the staff does in the club and in deals, by the name of its event; `TUSAC_ACTS` leads here."""


@dataclass(frozen=True, slots=True)
class ShownAct:
    """An act of the staff in words, as a page lists it."""

    id: int
    at: datetime
    by: str
    player: int
    what: str
    why: str
    """The reason that was given; empty where none is asked for."""
    address: str
    """The page of what it was about; empty where there is none."""
    event: str
    """The name of its event."""


def acts(
    viewer: Player | None, *, by: int | None, before: int | None, size: int
) -> tuple[tuple[ShownAct, ...], int | None]:
    """Return a page of staff acts in words for this reader, newest first, and where the next page starts.

    The next page starts after the row with the returned number; None on the last page. `by` limits the acts to those
    of one person.
    """
    rows = StaffAct.objects.all()
    if by is not None:
        rows = rows.filter(by=by)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    found = list(rows[: size + 1])
    shown = found[:size]
    return told_acts(shown, viewer), shown[-1].pk if len(found) > size else None


def told_acts(rows: Sequence[StaffAct], viewer: Player | None) -> tuple[ShownAct, ...]:
    """Return the acts in `rows` in words.

    Readers without a login don't see the reasons of acts on private deals (decision 0246).
    """
    people = Player.objects.in_bulk({pk for row in rows for pk in _named(row)})
    deals = {deal for row in rows if (deal := deal_of(row.stream)) is not None}
    open_ones = with_replay(deals)
    spoken_of = deals | {
        int(row.facts[key]) for row in rows for key in ("deal", "deal_id") if key in row.facts
    }
    said = deal_names(spoken_of, called=deal_in_sentence)
    closed = [row.facts["table"] for row in rows if row.name == _TABLE_CLOSED]
    tables = {pk: one.shown_name for pk, one in Table.objects.in_bulk(closed).items()}
    withheld = _withheld(rows) if viewer is None else frozenset()
    held = [int(number) for row in rows if (number := _tournament(row)).isdecimal()]
    called: dict[int, str] = import_string(settings.TUSAC_TOURNAMENT_NAMES)(held)
    return tuple(_told(row, people, open_ones, said, tables, called, withheld) for row in rows)


def _withheld(rows: Sequence[StaffAct]) -> frozenset[int]:
    """Return the row numbers of acts on private deals, whose reasons might reveal cards."""
    # A note's removal stands with its writer, and names the deal.
    about = ((row.pk, deal_of(row.stream) or row.facts.get("deal")) for row in rows)
    deals = {pk: int(deal) for pk, deal in about if deal is not None}
    of_tournaments = {
        row.pk
        for row in rows
        if "deal_id" in row.facts or row.name.startswith("tournament.correction-")
    }
    calls = {row.pk: call for row in rows if (call := call_of(row.stream)) is not None}
    if not (deals or of_tournaments or calls):
        return frozenset()
    kept = private_by_house()
    shut, answered = among(deals.values(), kept), on_kept_deals(calls.values(), kept)
    found = {pk for pk, deal in deals.items() if deal in shut}
    found |= {pk for pk, call in calls.items() if call in answered}
    return frozenset(found | of_tournaments if kept.tournaments else found)


def duties_words(duties: Iterable[str]) -> str:
    """Return the names of these duties as one text, or "none"."""
    words = {"is_director": _("director"), "is_referee": _("referee"), "is_superuser": _("owner")}
    return listed(words[duty] for duty in duties if duty in words) or _("none")


_ACCOUNT_WORDS: Final[dict[str, str]] = {
    "username": gettext_noop("login name"),
    "display_name": gettext_noop("display name"),
    "first_name": gettext_noop("first name"),
    "last_name": gettext_noop("last name"),
    "email": gettext_noop("email address"),
    "is_bot": gettext_noop("program's account"),
}
"""The fields of a member's account that the staff changes."""


def account_words(changed: Iterable[str], *, is_open: bool) -> str:
    """Return the names, in words, of the changed fields of `ACCOUNT_FIELDS`, never their values."""
    words = {
        **{field: _(said) for field, said in _ACCOUNT_WORDS.items()},
        "is_active": _("account opened again") if is_open else _("account closed"),
    }
    return listed(words[field] for field in changed if field in words)


def _named(row: StaffAct) -> set[int]:
    named = {row.by, *row.facts.get("players", ()), member_of(row.stream)}
    named |= {row.facts.get("player"), row.facts.get("staying")}
    return {pk for pk in named if isinstance(pk, int)}


def _tournament(row: StaffAct) -> str:
    """Return the number of the tournament that an act belongs to; empty if it belongs to none."""
    kind, _sep, number = row.stream.partition("-")
    return number if kind == "tournament" else ""


def _told(
    row: StaffAct,
    people: dict[int, Player],
    open_ones: Collection[int],
    said: dict[int, str],
    tables: dict[int, str],
    called: dict[int, str],
    withheld: Collection[int],
) -> ShownAct:
    def name(pk: Any) -> str:
        return str(people[pk]) if pk in people else _("former member")

    number = _tournament(row)
    facts = {
        "unit": unit_word(), "alarm": 0, "section": "", "name": "", "round": 0, **row.facts,
        "chips": in_unit(row.facts.get("chips", 0)),
        "member": name(member_of(row.stream)),
        "deal": said.get(deal_of(row.stream) or 0, "–"),
        "about": said.get(row.facts.get("deal", 0), "–"),
        "deal_id": said.get(row.facts.get("deal_id", 0), "–"),
        "tournament": isolated(called.get(int(number), number)) if number.isdecimal() else "–",
        "player": name(row.facts.get("player")),
        "staying": name(row.facts.get("staying")),
        "players": listed(map(name, row.facts.get("players", ()))),
        "duties": duties_words(row.facts.get("duties", ())),
        "kind": kind_name(row.facts.get("kind", "")),
        "limits": limits_words(row.facts.get("limits", {})),
        "changed": account_words(
            row.facts.get("changed", ()), is_open=bool(row.facts.get("is_open"))
        ),
        "table_name": tables.get(row.facts.get("table", 0), "–"),
        "given": given_words(row.facts.get("given", {})),
    }  # fmt: skip
    if row.pk in withheld and "words" in facts:
        facts["words"] = _("only members can read this text")
    what = _(_words(row)) % facts if row.name in kinds() else row.name
    if row.name == "member.duties-set" and row.facts.get("is_open") is False:
        what += " " + _("(the account is closed)")
    reason = row.facts.get("reason", "")
    if reason and row.pk in withheld:
        reason = _("only members can read the reason")
    return ShownAct(
        row.pk, row.at, name(row.by), row.by, what, reason, _address(row, open_ones), row.name
    )


def _words(row: StaffAct) -> str:
    if row.name == "deal.ruling-given" and "upheld" in row.facts:
        return OUTCOME_WORDS[Outcome.UPHELD if row.facts["upheld"] else Outcome.REVERSED].act
    return kinds()[row.name].words


_JUDGED: Final = ("deal.dispute-", "deal.ruling-", "deal.signature-")
"""What speaks of the discard that was won with, where its replay then opens."""


def _address(row: StaffAct, open_ones: Collection[int]) -> str:
    kind, _sep, number = row.stream.partition("-")
    if kind == "deal":
        there = reverse("replay", args=[number]) + "?at=judged" * row.name.startswith(_JUDGED)
        return there if deal_of(row.stream) in open_ones else ""
    if kind == "tournament":
        return reverse("tournament", args=[number])
    if row.name == "club.sanction-table-set":
        return reverse("sanction-table")
    return reverse("house") if row.name.startswith(("club.house-", "club.limits-")) else ""
