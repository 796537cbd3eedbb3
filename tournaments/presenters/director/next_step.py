"""Chooses a director's next step, with its reason, from the known facts of a tournament.

It reads and writes nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common.joints import listed
from tournaments.queries.at_tables import PlaceOfTable

IN_SIGHT: Final = 3
"""The most actions shown beside the next step."""
NAMED: Final = 5
"""The most names in a sentence, and the most tables that have a button each."""


class Door(NamedTuple):
    """A button that leads to a page, or acts immediately."""

    words: str
    address: str
    act: str = ""
    """What is sent to the address; empty for a link."""
    danger: bool = False


class Step(NamedTuple):
    """Something for the director to do, and why."""

    code: str
    why: str
    doors: tuple[Door, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What is known of a tournament when the next step is chosen."""

    pk: int
    status: str
    """One of `Tournament.Status`."""
    entered: int = 0
    """Members in the first round, if all come."""
    not_here: tuple[str, ...] = ()
    """The names of members who have not checked in, where that is asked."""
    check_in: bool = False
    invited: bool = False
    """Whether only invited members enter."""
    phoneless: int = 0
    """Guests without a phone for tables on screens."""
    blocked: str = ""
    """What prevents the start, in words."""
    by_hand: bool = False
    """Whether it is the draw, given by hand, that is missing."""
    begins: str = ""
    """When it begins, in words, where that is more than an hour ahead."""
    round: int = 0
    """The round that was drawn last."""
    rounds: int = 1
    playing: bool = False
    waits: bool = False
    """Whether the drawn round has yet to begin."""
    paused: bool = False
    opening: int = 0
    """Tables that the workers have yet to open."""
    tables_left: int = 0
    """Tables of the round with deals left to play."""
    real_cards: bool = False
    late: bool = False
    """Whether members can still enter."""
    left_alone: bool = False
    """Whether too few members are left for a next round."""
    appeal_until: str = ""
    """Until when the standings are provisional, in words."""
    fee: bool = False
    unpaid: int = 0
    """Members who have not paid the fee at the door, when all rounds are played."""
    owed: int = 0
    """Prizes in cash that are not paid out yet, once the standings are final."""
    redraws: bool = False
    """Whether the round may be drawn again, since nothing of it is entered yet."""
    calls: tuple[PlaceOfTable, ...] = ()
    contradicted: tuple[PlaceOfTable, ...] = ()
    asked: int = 0
    """Requests that wait for another member's agreement."""
    disputed: tuple[tuple[int, PlaceOfTable], ...] = ()
    """Deals that wait for a referee's ruling, by id."""
    reported: frozenset[int] = frozenset()
    """Those of them with real cards: their penalty has a page of its own."""
    absent: tuple[tuple[str, int], ...] = ()
    """Names of members who are not at their tables, with the tables' numbers."""
    unconfirmed: tuple[PlaceOfTable, ...] = ()
    to_confirm: tuple[str, ...] = ()
    """The names of members who have yet to confirm results there."""

    def to(self, name: str, words: str, *more: int) -> Door:
        """Return a button that leads to a page of this tournament."""
        return Door(words, reverse(name, args=[self.pk, *more]))

    def act(self, act: str, words: str) -> Door:
        """Return a button that carries out an action of the tournament's time page, such as a break, immediately."""
        return Door(words, reverse("tournament-time", args=[self.pk]), act)

    def on_page(self, part: str, words: str) -> Door:
        """Return the button to a part of the tournament's own page."""
        return Door(words, f"#{part}")

    @property
    def entering(self) -> Door:
        """Return the button for entering members before the start or late."""
        if self.invited:
            return self.to("tournament-invitations", _("Invitations …"))
        return self.to("tournament-entry-list", _("Enter members from a list …"))


def next_steps(known: Known) -> tuple[Step, ...]:
    """Return the director's possible steps, most urgent first; the last one is the usual step of this stage."""
    urgent = _urgent(known) if known.status == "running" else ()
    return (*urgent, _of_stage(known))


def in_sight(known: Known, steps: Sequence[Step]) -> tuple[Door, ...]:
    """Return the usual actions to show beside the steps, except those that a step already offers.

    `IN_SIGHT` limits the actions beside the next step: these, and all buttons of the steps but the first.
    """
    room = max(0, IN_SIGHT - sum(len(step.doors) for step in steps) + 1)
    shown = {door.address for step in steps for door in step.doors if not door.act}
    acts = {door.act for step in steps for door in step.doors if door.act}
    fresh = (
        door
        for door in _usual(known)
        if (door.act not in acts if door.act else door.address not in shown)
    )
    return tuple(door for door, _at in zip(fresh, range(room), strict=False))


def _urgent(known: Known) -> Iterator[Step]:
    if known.calls:
        why = ngettext(
            "%(tables)s is calling the referee.",
            "These tables are calling the referee: %(tables)s.",
            len(known.calls),
        )
        told = why % {"tables": listed(map(_table, known.calls))}
        yield Step("calls", told, (Door(_("Answer the call …"), reverse("calls")),))
    if known.contradicted:
        why = ngettext(
            "Somebody says that a result is wrong. It's up to you to decide.",
            "Somebody says that results are wrong. It's up to you to decide.",
            len(known.contradicted),
        )
        yield Step("contradicted", why, _results(known, known.contradicted))
    if known.asked:
        why = ngettext(
            "A request waits until another member agrees. Those who can agree are asked on their phones.",
            "%(requests)d requests wait until another member agrees. Those who can agree are asked on their phones.",
            known.asked,
        )
        shown = known.on_page(f"agreements-{known.pk}", _("Show the request"))
        yield Step("asked", why % {"requests": known.asked}, (shown,))
    if known.disputed:
        why = ngettext(
            "A deal is waiting for a referee's ruling.",
            "%(deals)d deals are waiting for a referee's ruling.",
            len(known.disputed),
        )
        rulings = (
            known.to("told-discard", _table(place), *place, deal)
            if deal in known.reported
            else Door(_table(place), f"{reverse('replay', args=[deal])}?at=judged")
            for deal, place in known.disputed[:NAMED]
        )
        yield Step("disputed", why % {"deals": len(known.disputed)}, tuple(rulings))
    if known.absent:
        why = ngettext(
            "%(names)s is not at the table. Give the seat to somebody, or wait.",
            "Not at their tables: %(names)s. Give their seats to others, or wait.",
            len(known.absent),
        )
        names = [
            _("%(name)s (table %(table)d)") % {"name": name, "table": table}
            for name, table in known.absent
        ]
        doors = [known.to("tournament-substitutes", _("Substitutes …"))]
        if known.redraws and known.real_cards:
            again = _("Draw round %(round)s again …") % {"round": known.round}
            doors.append(known.to("correct-redraw", again))
        yield Step("absent", why % {"names": _some(names)}, tuple(doors))
    if known.unconfirmed:
        why = ngettext(
            "A table has not confirmed its result. Ask its players to do it on a phone.",
            "%(tables)d tables have not confirmed their results. Ask their players to do it on a phone.",
            len(known.unconfirmed),
        )
        told = why % {"tables": len(known.unconfirmed)}
        if known.to_confirm:
            told += " " + _("Waiting for: %(names)s.") % {"names": _some(known.to_confirm)}
        yield Step("unconfirmed", told, _results(known, known.unconfirmed))


def _of_stage(known: Known) -> Step:
    if known.status == "open":
        return _before(known)
    if known.status == "running":
        return _during(known)
    if known.status == "cancelled":
        like = f"{reverse('create-tournament')}?like={known.pk}"
        return Step(
            "over",
            _("The tournament was cancelled."),
            (Door(_("Announce another one like this"), like),),
        )
    result = known.to("tournament-result", _("Print or send the result"))
    why = _("The tournament is over. Put the result up on the wall, or send it.")
    if not known.owed:
        return Step("over", why, (result,))
    owed = ngettext(
        "%(number)s prize has not been paid out yet.",
        "%(number)s prizes have not been paid out yet.",
        known.owed,
    )
    why += " " + owed % {"number": known.owed}
    return Step("over", why, (known.to("tournament-cash", _("Money at the door …")), result))


def _before(known: Known) -> Step:
    if known.by_hand:
        given = known.to("give-draw", _("Seat players by hand …"))
        return Step("draw", known.blocked, (given,))
    if not known.entered:
        return Step("enter", _("Nobody has entered yet."), (known.entering,))
    if known.begins:
        why = ngettext(
            "%(members)d person has entered so far (begins %(when)s).",
            "%(members)d people have entered so far (begins %(when)s).",
            known.entered,
        )
        told = why % {"when": known.begins, "members": known.entered}
        return Step("early", told, (known.entering,))
    if known.not_here:
        why = ngettext(
            "%(missing)d of %(members)d is not here yet: %(names)s.",
            "%(missing)d of %(members)d are not here yet: %(names)s.",
            len(known.not_here),
        )
        told = why % {
            "missing": len(known.not_here),
            "members": known.entered,
            "names": _some(known.not_here),
        }
        here = known.to("tournament-entries", _("Mark who is here …"))
        return Step("check-in", told, (here,))
    if known.blocked:
        return Step("blocked", known.blocked, (known.entering,))
    if known.check_in:
        why = ngettext(
            "%(members)d member is here.", "All %(members)d members are here.", known.entered
        )
    else:
        why = ngettext(
            "%(members)d person has entered.", "%(members)d people have entered.", known.entered
        )
    start = known.to("start-tournament", _("Start …"))
    told = why % {"members": known.entered}
    if not known.phoneless:
        return Step("start", told, (start,))
    lacks = ngettext(
        "%(number)d guest has no phone yet.",
        "%(number)d guests have no phone yet.",
        known.phoneless,
    )
    told += " " + lacks % {"number": known.phoneless}
    return Step("start", told, (start, known.to("guest-phones", _("Codes for their phones …"))))


def _during(known: Known) -> Step:
    facts = {"round": known.round, "rounds": known.rounds, "tables": known.tables_left}
    if known.paused:
        go_on = known.act("resume", _("Resume all tables"))
        return Step("paused", _("All tables are paused."), (go_on,))
    if known.waits:
        why = _("Round %(round)d is drawn but has not begun yet.")
        return Step("begin", why % facts, (known.act("begin", _("Begin the round now")),))
    if known.opening and known.playing:
        why = _("The tables of round %(round)d are being opened. Members can look for their seats.")
        return Step("opening", why % facts, (_slips(known),))
    if known.playing:
        why = ngettext(
            "Round %(round)d of %(rounds)d is being played: %(tables)d table has not finished.",
            "Round %(round)d of %(rounds)d is being played: %(tables)d tables have not finished.",
            known.tables_left,
        )
        if not known.tables_left:
            why = _(
                "Round %(round)d of %(rounds)d: every deal is entered, and some results still have "
                "to be confirmed."
            )
        door = known.on_page("round-title", _("Show the tables"))
        if known.real_cards:
            door = known.to("enter-sheets", _("Type in the score sheets"), known.round)
        return Step("playing", why % facts, (door,))
    standings = known.on_page("standings-title", _("Show the standings"))
    if known.left_alone:
        why = _("Too few members are left to draw round %(round)d.")
        draw = known.to("draw-on", _("Draw it with bots …"))
        end = known.to("tournament-corrections", _("End here: change the number of rounds …"))
        return Step("left-alone", why % {"round": known.round + 1}, (draw, end))
    if known.round < known.rounds:
        why = _("Round %(round)d is over, and the next one is being drawn.")
        return Step("drawing", why % facts, (standings,))
    if known.appeal_until:
        why = _(
            "All rounds are played. Results can be disputed until %(time)s; then the prizes "
            "are paid."
        )
        return Step("appeal", why % {"time": known.appeal_until}, (standings,))
    words = _("Close and pay the prizes …") if known.fee else _("Close the tournament …")
    why = _("All rounds are played. Ask whether anyone doubts a result, then close the tournament.")
    close = known.to("close-tournament", words)
    if not known.unpaid:
        return Step("close", why, (close,))
    lacks = ngettext(
        "%(number)s member has not paid yet.",
        "%(number)s members have not paid yet.",
        known.unpaid,
    )
    why += " " + lacks % {"number": known.unpaid}
    return Step("close", why, (close, known.to("tournament-cash", _("Money at the door …"))))


def _usual(known: Known) -> Iterator[Door]:
    """Yield what a director usually does at this stage, the most frequent first."""
    entries = known.to("tournament-entries", _("Entries …"))
    if known.status == "open":
        yield known.entering
        if known.entered:
            yield entries
        if known.entered and not known.blocked:
            yield known.to("start-tournament", _("Start …"))
        yield known.to("describe-tournament", _("Day and description …"))
    elif known.status == "running":
        if known.real_cards:
            yield known.to("real-cards", _("Tables with real cards …"))
        if known.playing and not known.paused:
            yield known.act("tea", _("Break: pause all tables"))
        if known.late:
            yield known.entering
        yield entries
        yield known.to("tournament-corrections", _("Corrections …"))
    elif known.status == "closed":
        yield Door(_("Same again next week"), f"{reverse('create-tournament')}?again={known.pk}")
        yield known.to("tournament-corrections", _("Corrections …"))


def _slips(known: Known) -> Door:
    return Door(_("Seat slips"), f"{reverse('seat-slips', args=[known.pk])}?round={known.round}")


def _results(known: Known, places: Sequence[PlaceOfTable]) -> tuple[Door, ...]:
    """Return a button to each table's results; if there are many, one button to the page of all such tables."""
    if len(places) > NAMED:
        return (known.to("real-cards", _("Tables with real cards …")),)
    return tuple(known.to("decide-result", _table(place), *place) for place in places)


def _table(place: PlaceOfTable) -> str:
    return _("Round %(round)d, table %(table)d") % place._asdict()


def _some(names: Sequence[str]) -> str:
    """Return these names in words; if there are many, the first ones and how many more."""
    more = len(names) - NAMED
    if more <= 0:
        return listed(names)
    told = ngettext("%(names)s and %(more)d more", "%(names)s and %(more)d more", more)
    return told % {"names": listed(names[:NAMED]), "more": more}
