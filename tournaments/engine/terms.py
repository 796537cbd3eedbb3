"""Defines the terms of a tournament, once for announcing, correcting, storing and showing them.

Each field of `Terms` has its metadata (`Term`) and a default, which also applies to events stored before the term
existed. The words for people are in `tournaments.presenters.log.term_words.TERM_WORDS`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from enum import StrEnum
from types import NoneType
from typing import Annotated, Any, Final, get_args, get_type_hints

from games.engine.disputing.periods import MOST_RULING_HOURS
from tournaments.engine.errors import check_range
from tournaments.engine.scoring.league import POINTS
from tournaments.engine.scoring.sat_out import RankedBy, Unplayed
from tournaments.engine.scoring.series import BEST
from tournaments.engine.scoring.tie_breaks import AS_EVER

ENTRANTS: Final = (1, 400)
"""Least members that the terms may ask for to start; most to enter."""
WAIT: Final = (0, 120)
"""Least and most minutes from a draw to the beginning of its round."""
CHECK_IN: Final = (0, 240)
"""Least and most minutes by which the check-in ends before the announced start."""


class Until(StrEnum):
    """The moment until which a term can be corrected."""

    ENTRY = "entry"
    CHECK_IN = "check-in"
    START = "start"
    NEXT_DRAW = "next-draw"
    END = "end"
    ALWAYS = "always"
    """Also after the closing: it moves no place, point or prize of the tournament."""


class Format(StrEnum):
    """The formats of a tournament; tournaments announced before the formats could be chosen are `EVEN`."""

    EVEN = "even"
    """Everybody meets evenly (`seating`)."""
    SWISS = "swiss"
    """Neighbours in the standings meet (`swiss`)."""
    FIXED = "fixed"
    """A director gives every table by hand before the start (`fixed`)."""
    GROUPS = "groups"
    """Groups play among themselves, and the best of each a final (`groups`)."""


class Odd(StrEnum):
    """What to do when members do not fill tables of four (`table_sizes`)."""

    BOTS = "bots"
    """Bots fill the last table."""
    BY_CARDS = "by-cards"
    """With real cards at every table as `THREES`, on screens as `BOTS`."""
    THREES = "threes"
    """Some tables have three; as `SIT_OUT` where the rules know no three seats, and for five."""
    SIT_OUT = "sit-out"
    """Some sit out, by turns."""


class Admits(StrEnum):
    """The people who may enter a tournament."""

    MEMBERS = "members"
    INVITED = "invited"


@dataclass(frozen=True, slots=True)
class Term:
    """What is known of a term besides its type and default: limits, and until when it can be corrected."""

    until: Until
    limits: tuple[int, int] | None = None
    """Its least and greatest value, where it is a number."""
    beyond: str = ""
    """The refusal of a number outside the limits; empty where a check that knows other terms too refuses it."""
    since: int = 1
    """The schema number of `tournament.created` that was the first to hold it."""
    at_most: str = ""
    """The term that it must not exceed either; empty for none."""
    favours: bool = False
    """Whether somebody who plays could favour themselves by correcting it after the start, as by ending in the lead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """All terms of a tournament, in the order in which the form for corrections shows them."""

    name: Annotated[str, Term(Until.END)]
    rules: Annotated[str, Term(Until.START)]
    """The key of a rule set (§11.1)."""
    rounds: Annotated[
        int, Term(Until.NEXT_DRAW, (1, 40), "tournament.rounds-out-of-range", favours=True)
    ]
    deals_per_round: Annotated[
        int, Term(Until.NEXT_DRAW, (1, 32), "tournament.deals-out-of-range", favours=True)
    ]
    """The most of them, where a round has minutes."""
    late_until: Annotated[
        int,
        Term(
            Until.NEXT_DRAW,
            (0, 40),
            "tournament.late-out-of-range",
            4,
            at_most="rounds",
            favours=True,
        ),
    ] = 0
    """The last round that is drawn with members who enter after the start; 0 where nobody may."""
    fill_to: Annotated[
        int, Term(Until.NEXT_DRAW, (0, 400), "tournament.fill-out-of-range", since=2)
    ] = 0
    """The number of players, in fours, up to which bots fill a tournament; 0 fills the last table only."""
    seconds_per_move: Annotated[
        int, Term(Until.NEXT_DRAW, (10, 600), "tournament.seconds-out-of-range", favours=True)
    ]
    bank_seconds: Annotated[
        int, Term(Until.NEXT_DRAW, (0, 600), "tournament.bank-out-of-range", since=3)
    ] = 0
    """A seat's for a deal."""
    spectator_delay: Annotated[
        int | None, Term(Until.NEXT_DRAW, (0, 600), "tournament.delay-out-of-range", since=3)
    ] = None
    """By how many seconds spectators see a table later; None where nobody may watch, as in a duplicate."""
    round_minutes: Annotated[
        int,
        Term(Until.NEXT_DRAW, (0, 240), "tournament.minutes-out-of-range", since=5, favours=True),
    ] = 0
    """No deal of a round begins later than this after the round; 0 for a round by deals alone."""
    wait_minutes: Annotated[
        int, Term(Until.NEXT_DRAW, WAIT, "tournament.wait-out-of-range", since=5)
    ] = 0
    """A round begins so many minutes after it was drawn."""
    odd: Annotated[str, Term(Until.NEXT_DRAW, since=11)] = Odd.BOTS.value
    """What happens where members do not fill tables of four (`Odd`)."""
    filler: Annotated[str, Term(Until.START)]
    """The label of the bots that fill the tables: the last one, and others as ``fill_to`` says."""
    least_members: Annotated[
        int, Term(Until.START, ENTRANTS, "tournament.least-out-of-range", since=4)
    ] = 1
    """With fewer in the first round it does not start."""
    admits: Annotated[str, Term(Until.START, since=9)] = Admits.MEMBERS.value
    """Who may enter (`Admits`)."""
    bot_accounts: Annotated[bool, Term(Until.ENTRY, since=12)] = False
    """Whether programs may play with accounts of their own."""
    check_in: Annotated[bool, Term(Until.CHECK_IN, since=4)] = False
    """Whether it starts without the members who have not checked in."""
    check_in_ends: Annotated[
        int | None, Term(Until.CHECK_IN, CHECK_IN, "tournament.check-in-out-of-range", since=5)
    ] = None
    """How many minutes before the announced start the check-in ends; None for at the start."""
    tie_breaks: Annotated[tuple[str, ...], Term(Until.START, since=6)] = AS_EVER
    """Asked in turn of members with equal points (`tie_breaks.TieBreak`); where there are none they share the place."""
    ranked_by: Annotated[str, Term(Until.START, since=11)] = RankedBy.POINTS.value
    """By what the places go (`RankedBy`)."""
    unplayed: Annotated[str, Term(Until.START, since=11)] = Unplayed.NOTHING.value
    """What a round counts that somebody sat out by turns (`Unplayed`)."""
    counts_for_player: Annotated[bool, Term(Until.START, since=8)] = False
    """Whether a deal counts for the member who played it, else for the seat's owner, whoever played it."""
    format: Annotated[str, Term(Until.START, since=6)] = Format.EVEN.value
    """By what the tables are made (`Format`)."""
    series: Annotated[str, Term(Until.ALWAYS, since=6)] = ""
    """The name of the series that it is one of; empty for none."""
    series_best: Annotated[int, Term(Until.ALWAYS, (0, BEST[1]), since=6)] = 0
    """How many tournaments of the series count for a member, the best ones."""
    series_points: Annotated[tuple[int, ...], Term(Until.ALWAYS, since=11)] = ()
    """The points of each place in a league (`league`); empty where the points of the deals count."""
    series_present: Annotated[int, Term(Until.ALWAYS, POINTS, since=11)] = 0
    """The points of a league for taking part."""
    duplicate: Annotated[bool, Term(Until.START, since=6)] = False
    """Whether all tables of a round play the same deals."""
    final_rounds: Annotated[int, Term(Until.START, (0, 39), since=7)] = 0
    """How many rounds, the last ones, are the final of groups (`groups`)."""
    finalists: Annotated[int, Term(Until.START, since=7)] = 0
    entry_fee: Annotated[int, Term(Until.ENTRY, (0, 1_000_000), "tournament.fee-out-of-range")]
    """In chips."""
    door_fee: Annotated[
        int, Term(Until.END, (0, 10_000_000), "tournament.door-fee-out-of-range", since=11)
    ] = 0
    """Cash that each member pays at the door, in the club's unit; it moves no chips."""
    club_pays: Annotated[bool, Term(Until.ENTRY, since=5)] = False
    """Whether the club pays the entry fees."""
    prize_sums: Annotated[tuple[int, ...], Term(Until.ENTRY, since=5)] = ()
    """Chips by place, before the shares (`prizes`)."""
    prize_shares: Annotated[tuple[int, ...], Term(Until.ENTRY)]
    """Percents by place, 100 in all, of the pot or of what ``prize_sums`` leave of it."""
    appeal_minutes: Annotated[
        int, Term(Until.ENTRY, (0, 7 * 24 * 60), "tournament.appeal-out-of-range", since=5)
    ] = 0
    """How long after the last deal the standings are provisional and the prizes held."""
    ruling_hours: Annotated[
        int,
        Term(
            Until.END,
            (0, MOST_RULING_HOURS),
            "tournament.ruling-out-of-range",
            since=10,
            favours=True,
        ),
    ] = 0
    """In which a referee is to rule on a dispute or an appeal; 0 for what the rule of the house says."""


_HINTS: Final = get_type_hints(Terms, include_extras=True)
TYPES: Final[Mapping[str, Any]] = {one.name: get_args(_HINTS[one.name])[0] for one in fields(Terms)}
"""Each term's name and type, in order."""
TERMS: Final[Mapping[str, Term]] = {name: get_args(_HINTS[name])[1] for name in TYPES}
"""Each term's name and what holds for it, in order."""
DEFAULTS: Final[Mapping[str, Any]] = {
    one.name: one.default for one in fields(Terms) if one.default is not MISSING
}
"""What a term is where nothing was said, by name; the others are always said."""
FAVOUR_A_PLAYER: Final = frozenset(name for name, term in TERMS.items() if term.favours)
"""Terms that a director who plays corrects after the start only if another member agrees."""
SCHEMA: Final = max(term.since for term in TERMS.values())
"""The schema number of `tournament.created` that holds all terms."""


def values_of(terms: Terms) -> dict[str, Any]:
    """Return the values of the terms by name, in order."""
    return {name: getattr(terms, name) for name in TERMS}


def plain_terms(terms: Terms) -> dict[str, Any]:
    """Return the values of the terms by name, as plain JSON values."""
    return {name: _plain(value) for name, value in values_of(terms).items()}


def chosen_terms(terms: Terms) -> dict[str, Any]:
    """Return the terms that differ from their defaults, by name, as JSON values for `terms_from`."""
    every = plain_terms(terms)
    return {name: every[name] for name in TERMS if getattr(terms, name) != DEFAULTS.get(name)}


def terms_from(said: Mapping[str, Any]) -> Terms:
    """Return terms from values by name, such as from JSON; unknown names are ignored."""
    known: dict[str, Any] = {name: said[name] for name in TERMS if name in said}
    for name, value in known.items():
        known[name] = tuple(value) if isinstance(value, list) else value
    return Terms(**known)


def added_in(schema: int) -> dict[str, Any]:
    """Return the defaults of the terms added in schema number `schema` of the event `tournament.created`.

    They are JSON values, by the name of the term.
    """
    return {name: _plain(DEFAULTS[name]) for name, term in TERMS.items() if term.since == schema}


def check_limits(terms: Terms) -> None:
    """Raise `TournamentRefused` for a number outside the limits of its field."""
    for name, term in TERMS.items():
        value = getattr(terms, name)
        if value is None and NoneType in get_args(TYPES[name]):
            continue
        if term.limits is not None and term.beyond:
            check_range(term.beyond, value, term.limits)
    for name, term in TERMS.items():
        if term.limits is not None and term.at_most:
            most = (term.limits[0], getattr(terms, term.at_most))
            check_range(term.beyond, getattr(terms, name), most)


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
