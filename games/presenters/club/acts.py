"""Acts of the staff in words, as each reader is told them."""

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

from games.club.calls import call_of
from games.club.chips import member_of
from games.models import Player, StaffAct, Table
from games.names import isolated
from games.presenters.cards import listed
from games.presenters.club.account_changes import account_words
from games.presenters.club.house import limits_words
from games.presenters.club.sanctions import given_words, kind_name
from games.queries.finished.private_deals import among, kept_by_house
from games.queries.play.calls import on_kept_deals
from games.queries.play.deals import with_replay
from games.schema import deal_of

_TABLE_CLOSED: Final = "member.table-closed"

WORDS: Final[dict[str, str]] = {
    "member.chips-granted": gettext_noop("granted %(member)s %(chips)s chips"),
    "member.chips-taken-back": gettext_noop("took a grant to %(member)s back"),
    "member.chips-asked-for": gettext_noop(
        "asked for %(chips)s chips for %(member)s, which a second director has to confirm"
    ),
    "member.chips-declined": gettext_noop("declined chips that were asked for %(member)s"),
    "member.duties-set": gettext_noop("set the duties of %(member)s: %(duties)s"),
    "member.joined": gettext_noop("took %(member)s in as a member, with %(chips)s chips"),
    "member.account-set": gettext_noop("changed the account of %(member)s: %(changed)s"),
    "member.password-set": gettext_noop("set the password of %(member)s"),
    "member.second-factor-taken": gettext_noop("took the second factor of %(member)s away"),
    _TABLE_CLOSED: gettext_noop("closed table %(table_name)s, which %(member)s had opened"),
    "club.alarm-answered": gettext_noop("answered alarm %(alarm)s"),
    "club.house-rules-set": gettext_noop("set the rules of the house"),
    "club.limits-proposed": gettext_noop("proposed to raise limits of the club: %(limits)s"),
    "club.limits-signed": gettext_noop("signed higher limits of the club as the second owner"),
    "club.limits-declined": gettext_noop("declined higher limits of the club"),
    "club.limits-taken-back": gettext_noop("took a proposal of higher limits back"),
    "club.limits-ripened": gettext_noop(
        "raised limits of the club alone, a week after proposing it: there was no other owner"
    ),
    "club.seal-accepted": gettext_noop("accepted a log that is not what was signed"),
    "deal.paused": gettext_noop("paused deal %(deal)s"),
    "deal.resumed": gettext_noop("resumed deal %(deal)s"),
    "deal.clock-extended": gettext_noop("gave extra time in deal %(deal)s"),
    "deal.dispute-filed": gettext_noop("disputed a discard of deal %(deal)s for a seat"),
    "deal.dispute-joined": gettext_noop("joined the dispute of deal %(deal)s for a seat"),
    "deal.ruling-given": gettext_noop("ruled on deal %(deal)s by %(section)s"),
    "deal.ruling-shared": gettext_noop("shared the payment of deal %(deal)s by %(section)s"),
    "deal.ruling-voided": gettext_noop("declared deal %(deal)s void by %(section)s"),
    "deal.ruling-withdrawn": gettext_noop("withdrew a ruling on deal %(deal)s"),
    "deal.ruling-appealed": gettext_noop("appealed the ruling on deal %(deal)s, as who sat in it"),
    "deal.ruling-proposed": gettext_noop(
        "proposed a ruling on deal %(deal)s, which a second referee has to sign"
    ),
    "deal.ruling-signed": gettext_noop("signed a ruling on deal %(deal)s as the second referee"),
    "deal.signature-refused": gettext_noop("did not sign a proposed ruling on deal %(deal)s"),
    "tournament.created": gettext_noop("announced tournament %(name)s"),
    "tournament.described": gettext_noop("set day or description of tournament %(tournament)s"),
    "tournament.members-entered": gettext_noop("entered %(players)s for tournament %(tournament)s"),
    "tournament.members-invited": gettext_noop("invited %(players)s to tournament %(tournament)s"),
    "tournament.invitation-taken-back": gettext_noop(
        "took back the invitation of %(player)s to tournament %(tournament)s"
    ),
    "tournament.member-checked-in": gettext_noop(
        "checked %(player)s in for tournament %(tournament)s"
    ),
    "tournament.check-in-undone": gettext_noop(
        "undid the check-in of %(player)s for tournament %(tournament)s"
    ),
    "tournament.entry-removed": gettext_noop(
        "removed %(player)s from tournament %(tournament)s before the start"
    ),
    "tournament.entry-allowed": gettext_noop(
        "let %(player)s enter tournament %(tournament)s again"
    ),
    "tournament.reserve-listed": gettext_noop(
        "put %(player)s on the reserve list of tournament %(tournament)s"
    ),
    "tournament.reserve-left": gettext_noop(
        "took %(player)s off the reserve list of tournament %(tournament)s"
    ),
    "tournament.seat-given": gettext_noop(
        "set who sits at table %(table)s in round %(round)s of tournament %(tournament)s"
    ),
    "tournament.member-removed": gettext_noop("removed %(player)s from tournament %(tournament)s"),
    "tournament.member-returned": gettext_noop(
        "took %(player)s back into tournament %(tournament)s"
    ),
    "tournament.absence-announced": gettext_noop(
        "let %(player)s sit out round %(round)s of tournament %(tournament)s"
    ),
    "tournament.absence-taken-back": gettext_noop(
        "let %(player)s play round %(round)s of tournament %(tournament)s after all"
    ),
    "tournament.draw-given": gettext_noop("gave the tables of tournament %(tournament)s by hand"),
    "tournament.started": gettext_noop("started tournament %(tournament)s"),
    "tournament.closed": gettext_noop("closed tournament %(tournament)s"),
    "tournament.cancelled": gettext_noop("cancelled tournament %(tournament)s"),
    "tournament.round-lengthened": gettext_noop(
        "made round %(number)s of tournament %(tournament)s %(minutes)s min longer"
    ),
    "tournament.paused": gettext_noop("paused all tables of tournament %(tournament)s"),
    "tournament.resumed": gettext_noop("let all tables of tournament %(tournament)s go on"),
    "tournament.round-timed": gettext_noop(
        "set when round %(number)s of tournament %(tournament)s begins"
    ),
    "tournament.round-began": gettext_noop("began round %(number)s of tournament %(tournament)s"),
    "tournament.draw-discarded": gettext_noop(
        "drew round %(round)s of tournament %(tournament)s anew"
    ),
    "tournament.redraw-taken-back": gettext_noop(
        "let the former draw of round %(round)s of tournament %(tournament)s stand again"
    ),
    "tournament.deal-voided": gettext_noop("voided deal %(deal_id)s of tournament %(tournament)s"),
    "tournament.replay-ordered": gettext_noop(
        "let a deal be played again at table %(table)s in round %(round)s of tournament %(tournament)s"
    ),
    "tournament.voiding-taken-back": gettext_noop(
        "let deal %(deal_id)s of tournament %(tournament)s count after all"
    ),
    "tournament.points-adjusted": gettext_noop(
        "adjusted the points of %(player)s in tournament %(tournament)s by %(points)s"
    ),
    "tournament.adjustment-taken-back": gettext_noop(
        "took an adjustment of %(points)s points of %(player)s in tournament %(tournament)s back"
    ),
    "tournament.setting-corrected": gettext_noop(
        "corrected the terms of tournament %(tournament)s"
    ),
    "tournament.members-kept-apart": gettext_noop(
        "keeps %(players)s apart in tournament %(tournament)s"
    ),
    "tournament.keeping-apart-ended": gettext_noop(
        "keeps %(players)s apart no more in tournament %(tournament)s"
    ),
    "tournament.tables-marked": gettext_noop(
        "set which tables of tournament %(tournament)s play with real cards"
    ),
    "tournament.result-corrected": gettext_noop(
        "corrected the result of deal %(deal_id)s of tournament %(tournament)s"
    ),
    "tournament.result-entered": gettext_noop(
        "entered the result of deal %(deal_id)s of tournament %(tournament)s"
    ),
    "tournament.result-confirmed": gettext_noop(
        "confirmed the result of deal %(deal_id)s of tournament %(tournament)s"
    ),
    "tournament.round-closed": gettext_noop(
        "closed round %(number)s of tournament %(tournament)s though results stood on one seat's word"
    ),
    "tournament.discard-disputed": gettext_noop(
        "disputed the penalty of deal %(deal_id)s of tournament %(tournament)s"
    ),
    "tournament.photograph-removed": gettext_noop(
        "removed a photograph of deal %(deal_id)s of tournament %(tournament)s"
    ),
    "tournament.discard-appealed": gettext_noop(
        "appealed the ruling on deal %(deal_id)s of tournament %(tournament)s, as who sat in it"
    ),
    "tournament.discard-proposed": gettext_noop(
        "proposed a ruling on deal %(deal_id)s of tournament %(tournament)s, which a second referee has to sign"
    ),
    "tournament.discard-signed": gettext_noop(
        "signed a ruling on deal %(deal_id)s of tournament %(tournament)s as the second referee"
    ),
    "tournament.discard-unsigned": gettext_noop(
        "did not sign a proposed ruling on deal %(deal_id)s of tournament %(tournament)s"
    ),
    "tournament.discard-ruled": gettext_noop(
        "ruled on the penalty of deal %(deal_id)s of tournament %(tournament)s (%(section)s)"
    ),
    "tournament.correction-proposed": gettext_noop(
        "proposed correction %(number)s of tournament %(tournament)s, which a second person has to sign"
    ),
    "tournament.correction-signed": gettext_noop(
        "signed correction %(number)s of tournament %(tournament)s as the second person"
    ),
    "tournament.correction-unsigned": gettext_noop(
        "did not sign correction %(number)s of tournament %(tournament)s, or took it back"
    ),
    "tournament.table-stopped": gettext_noop(
        "let table %(table)s play no more in round %(round)s of tournament %(tournament)s"
    ),
    "club.rule-set-saved": gettext_noop("saved a rule set"),
    "club.rule-set-withdrawn": gettext_noop("no longer offers the rule set %(name)s"),
    "club.rule-set-offered": gettext_noop("offers the rule set %(name)s again"),
    "member.warned": gettext_noop("warned %(member)s for %(kind)s"),
    "member.warning-taken-back": gettext_noop(
        "took warning %(number)s of %(member)s back (%(kind)s)"
    ),
    "member.words-removed": gettext_noop("removed a note of %(member)s on deal %(about)s"),
    "member.collection-removed": gettext_noop("removed a collection of %(member)s"),
    "club.sanction-table-set": gettext_noop("set the table of sanctions"),
    "tournament.sanctioned": gettext_noop(
        "reported %(player)s in tournament %(tournament)s for %(kind)s: %(given)s"
    ),
    "tournament.sanction-taken-back": gettext_noop(
        "took report %(number)s on %(player)s in tournament %(tournament)s back (%(kind)s)"
    ),
    "call.answered": gettext_noop("answered a call of the referee: %(words)s"),
}
"""What each act was, by the name of its event; who did it stands in front."""
_RULED: Final = {
    True: gettext_noop("ruled on deal %(deal)s by %(section)s, as the engine judged"),
    False: gettext_noop("ruled on deal %(deal)s by %(section)s, otherwise than the engine judged"),
}
"""What a ruling said of the engine's verdict, where the row of the act holds that."""


@dataclass(frozen=True, slots=True)
class Act:
    """An act of the staff."""

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
) -> tuple[tuple[Act, ...], int | None]:
    """So many acts in words, as this reader is told them, the newest first; and before which the next ones begin."""
    rows = StaffAct.objects.all()
    if by is not None:
        rows = rows.filter(by=by)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    found = list(rows[: size + 1])
    shown = found[:size]
    return told_acts(shown, viewer), shown[-1].pk if len(found) > size else None


def told_acts(rows: Sequence[StaffAct], viewer: Player | None) -> tuple[Act, ...]:
    """These acts in words; to a stranger those on deals that the house keeps without reasons (decision 0246)."""
    people = Player.objects.in_bulk({pk for row in rows for pk in _named(row)})
    deals = {deal for row in rows if (deal := deal_of(row.stream)) is not None}
    open_ones = with_replay(deals)
    closed = [row.facts["table"] for row in rows if row.name == _TABLE_CLOSED]
    tables = {pk: one.shown_name for pk, one in Table.objects.in_bulk(closed).items()}
    withheld = _withheld(rows) if viewer is None else frozenset()
    held = [int(number) for row in rows if (number := _tournament(row)).isdecimal()]
    called: dict[int, str] = import_string(settings.TUSAC_TOURNAMENT_NAMES)(held)
    return tuple(_told(row, people, open_ones, tables, called, withheld) for row in rows)


def _withheld(rows: Sequence[StaffAct]) -> frozenset[int]:
    """Those of these acts, by id, on deals that the house keeps among its members: words say how the cards lay."""
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
    kept = kept_by_house()
    shut, answered = among(deals.values(), kept), on_kept_deals(calls.values(), kept)
    found = {pk for pk, deal in deals.items() if deal in shut}
    found |= {pk for pk, call in calls.items() if call in answered}
    return frozenset(found | of_tournaments if kept.tournaments else found)


def duties_words(duties: Iterable[str]) -> str:
    """Duties in words."""
    words = {"is_director": _("director"), "is_referee": _("referee"), "is_superuser": _("owner")}
    return listed(words[duty] for duty in duties if duty in words) or _("none")


def _named(row: StaffAct) -> set[int]:
    named = {row.by, *row.facts.get("players", ()), row.facts.get("player"), member_of(row.stream)}
    return {pk for pk in named if isinstance(pk, int)}


def _tournament(row: StaffAct) -> str:
    """The number of the tournament that an act is of; empty where it is of none."""
    kind, _sep, number = row.stream.partition("-")
    return number if kind == "tournament" else ""


def _told(
    row: StaffAct,
    people: dict[int, Player],
    open_ones: Collection[int],
    tables: dict[int, str],
    called: dict[int, str],
    withheld: Collection[int],
) -> Act:
    def name(pk: Any) -> str:
        return str(people[pk]) if pk in people else _("former member")

    number = _tournament(row)
    facts = {
        "chips": 0, "alarm": 0, "section": "", "name": "", "round": 0, **row.facts,
        "member": name(member_of(row.stream)),
        "deal": deal_of(row.stream),
        "about": row.facts.get("deal", 0),
        "tournament": isolated(called.get(int(number), number)) if number.isdecimal() else "–",
        "player": name(row.facts.get("player")),
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
        facts["words"] = _("the words are for members")
    what = _(_words(row)) % facts if row.name in WORDS else row.name
    if row.name == "member.duties-set" and row.facts.get("is_open") is False:
        what += " " + _("(the account is closed)")
    reason = row.facts.get("reason", "")
    if reason and row.pk in withheld:
        reason = _("the reason is for members")
    return Act(
        row.pk, row.at, name(row.by), row.by, what, reason, _address(row, open_ones), row.name
    )


def _words(row: StaffAct) -> str:
    if row.name == "deal.ruling-given" and "upheld" in row.facts:
        return _RULED[bool(row.facts["upheld"])]
    return WORDS[row.name]


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
