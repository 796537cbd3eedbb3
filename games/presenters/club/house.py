"""Builds the page of the house rules: the current rules, what a deal can cost, and their history."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from games.club.house_rules import HouseRules
from games.commands.club.chips import MOST_GRANTED
from games.common.joints import listed
from games.engine.disputing.periods import MOST_RULING_HOURS
from games.engine.scoring import most_lost
from games.errors import Refused
from games.models import Player
from games.presenters.amounts import in_unit, minus, of_unit
from games.presenters.sentences import rules_name
from games.queries.club.house import current_club, house_rules, house_rules_set, offered_rules
from games.queries.club.limits import why_not_sign
from games.queries.play.participants import names_of
from games.queries.required_balance import points_covered


class RuleWords(NamedTuple):
    """The name of a house rule in words, and the range of values that an owner can choose."""

    label: str | Promise
    help: str | Promise
    least: int
    most: int

    @property
    def asks_yes_or_no(self) -> bool:
        """Return whether the rule is a yes-or-no question, stored as 1 or 0."""
        return (self.least, self.most) == (0, 1)

    def shown(self, value: int) -> str | Promise:
        """Return the value as text."""
        return ANSWERS[value] if self.asks_yes_or_no else minus(value)


ANSWERS: Final[dict[int, str | Promise]] = {0: _("no"), 1: _("yes")}
"""What a rule says that is a question."""
FIELDS: Final[dict[str, RuleWords]] = {
    "start_chips": RuleWords(
        _("Starting sum"),
        of_unit(gettext_noop("%(unit)s that a new member receives from the club.")),
        0,
        MOST_GRANTED,
    ),
    "lowest_balance": RuleWords(
        _("Lowest balance"),
        _(
            "The lowest balance an account can reach by playing: 0, or a negative number if "
            "the club lends."
        ),
        -MOST_GRANTED,
        0,
    ),
    "cover_points": RuleWords(
        _("Points needed before a deal"),
        _(
            "How many points a player must be able to pay before a deal starts. With 0, players must "
            "be able to pay the most that a deal can cost."
        ),
        0,
        1000,
    ),
    "claim_seconds": RuleWords(
        _("Seconds for claims"),
        _(
            "Used if the rules let players decline a card. Claims stay open for this many seconds "
            "after each discard and draw, even if nobody may claim. With 0, the game continues as "
            "soon as everyone has answered, but a pause then gives away that someone was asked."
        ),
        0,
        60,
    ),
    "claim_hold_seconds": RuleWords(
        _("Extra seconds for claims"),
        _("How many seconds a player may add to the time for claims, once per card."),
        1,
        60,
    ),
    "alone_chips": RuleWords(
        of_unit(gettext_noop("Grant limit for one director, in %(unit)s")),
        _(
            "The most that one director can grant per day. Larger grants wait until a second "
            "director confirms them."
        ),
        0,
        MOST_GRANTED,
    ),
    "guests_join": RuleWords(
        _("Guests become members"),
        _(
            "No: guests need a director's invitation to become members. Yes: guests can become "
            "members by themselves, so anyone can get the starting sum, as often as they like."
        ),
        0,
        1,
    ),
    "second_signature_chips": RuleWords(
        of_unit(gettext_noop("Ruling limit for one referee, in %(unit)s")),
        _(
            "One referee's ruling can change payments and prizes by at most this much. The same "
            "limit applies when one person corrects prizes that a tournament has already paid. A "
            "second person has to sign anything larger. 0: no limit."
        ),
        0,
        MOST_GRANTED,
    ),
    "ruling_hours": RuleWords(
        _("Time for a ruling, in hours"),
        _(
            "The time a referee has to rule on a dispute or an appeal, unless a tournament's "
            "settings say otherwise. Late cases are listed first and referees are reminded, but "
            "no case is decided automatically. 0: no time limit."
        ),
        0,
        MOST_RULING_HOURS,
    ),
    "tournament_replays_kept": RuleWords(
        _("Tournament replays for members only"),
        _(
            "No: anyone with the link can open a finished deal of a tournament without "
            "logging in. Yes: only members can; other sites cannot show such deals, and the "
            "casebook shows their cases to members only."
        ),
        0,
        1,
    ),
    "table_replays_kept": RuleWords(
        _("Other replays for members only"),
        _(
            "No: anyone with the link can open any other deal once all its players have "
            "shared it. Yes: only members can, even if the players have shared it."
        ),
        0,
        1,
    ),
}
"""Every rule of the house, by its field."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A house rule with its present value."""

    label: str | Promise
    help: str | Promise
    value: str | Promise


class Cost(NamedTuple):
    """The most that a deal can cost one seat, in points."""

    rules: str
    seats: int
    covered: int
    most: int
    pot: int
    """Chips that it pays into the pot besides (§13.14)."""

    @property
    def besides(self) -> str:
        """Return in words the chips that a seat also pays into the pot; empty if there is no pot."""
        return (
            gettext("+ %(amount)s into the pot") % {"amount": in_unit(self.pot)} if self.pot else ""
        )


@dataclass(frozen=True, slots=True)
class RulesChange:
    """A change of the house rules: author, time, and what changed."""

    at: datetime
    by: str
    changed: tuple[tuple[str | Promise, str | Promise, str | Promise], ...]


@dataclass(frozen=True, slots=True)
class ShownProposal:
    """A proposal to raise limits, and what the viewer can do about it."""

    number: int
    by: str
    at: datetime
    reason: str
    changes: tuple[tuple[str | Promise, int, int], ...]
    """Each limit, what holds now and what is proposed."""
    until: datetime | None
    """When it takes effect without a second owner, None where one has to sign it."""
    decides: bool
    """Whether the viewer owns the club."""
    own: bool
    """Whether the viewer proposed it, who takes it back and does not sign it."""
    why_not: str
    """Why this owner may not sign it; empty for who may, and for who owns nothing."""


@dataclass(frozen=True, slots=True)
class HousePage:
    """The page of the house rules."""

    rules: tuple[Rule, ...]
    start_chips: int
    costs: tuple[Cost, ...]
    lends: int
    """Chips that the house lends: how far below 0 an account may fall."""
    capped: bool
    """Whether less is covered than a deal can cost, so that one may come to owe the rest."""
    history: tuple[RulesChange, ...]
    "Newest first."
    proposal: ShownProposal | None


def house_page(viewer: Player | None, *, now: datetime) -> HousePage:
    """Return the current house rules, their history, and proposals that wait for a signature."""
    held = house_rules()
    values = asdict(held)
    costs = tuple(
        Cost(
            rules_name(rules),
            seats,
            points_covered(rules, seats),
            most_lost(rules, seats),
            rules.pot,
        )
        for rules in offered_rules().values()
        for seats in rules.seats
    )
    return HousePage(
        tuple(
            Rule(words.label, words.help, words.shown(values[name]))
            for name, words in FIELDS.items()
        ),
        held.start_chips,
        costs,
        -held.lowest_balance,
        any(cost.covered < cost.most for cost in costs),
        tuple(reversed(list(_history()))),
        proposal_of(viewer, now=now),
    )


def proposal_of(viewer: Player | None, *, now: datetime) -> ShownProposal | None:
    """Return the proposed limits that wait for a second owner's signature, or None."""
    state = current_club().state
    waits = state.proposal
    if waits is None or waits.at is None:
        return None
    owns = viewer is not None and viewer.is_superuser
    why_not = why_not_sign(viewer, waits, now=now) if viewer is not None and owns else None
    held = asdict(state.house_rules)
    (name,) = names_of([f"player:{waits.by}"])
    return ShownProposal(
        waits.wish.number,
        name,
        waits.at,
        waits.wish.reason,
        tuple(
            (FIELDS[limit].label, held[limit], chips)
            for limit, chips in waits.wish.limits.items()
            if limit in FIELDS
        ),
        waits.until,
        owns,
        viewer is not None and viewer.pk == waits.by,
        Refused(why_not).sentence if why_not else "",
    )


def limits_words(limits: Mapping[str, int]) -> str:
    """Return limits in words, with their proposed values."""
    return listed(
        f"{FIELDS[name].label} {minus(chips)}" for name, chips in limits.items() if name in FIELDS
    )


def _history() -> Iterable[RulesChange]:
    events = list(house_rules_set())
    names = names_of(f"player:{by}" for _at, by, _rules in events)
    before = asdict(HouseRules())
    for (at, _by, rules), name_of_owner in zip(events, names, strict=True):
        after = asdict(rules)
        changed = (
            (words.label, words.shown(before[name]), words.shown(after[name]))
            for name, words in FIELDS.items()
            if before[name] != after[name]
        )
        yield RulesChange(at, name_of_owner, tuple(changed))
        before = after
