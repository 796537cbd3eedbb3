"""Rule sets as data (§11): every option of a deal is a field of `RuleSet`, and the presets are values of it.

Each deal's first event stores all options, so an old deal replays the same after any change here.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Annotated, Final, Literal, NamedTuple, get_args, get_type_hints

Claim = Literal["forced", "offered"]
Payment = Literal["amount", "points", "flat"]
FactorFor = Literal["nothing", "quan", "quan-or-khui"]
LoserKongs = Literal["paid", "deduct", "none"]
Penalty = Literal["none", "pays-for-all"]
Starter = Literal["due", "same"]
Discards = Literal["trash", "any-but-king", "any"]
Melds = Literal["no-more-trash", "least-trash"]
DrawnKing = Literal["passes-on", "dies", "kept"]
Unclaimed = Literal["second-chance", "dies"]


class Former(NamedTuple):
    """How record formats older than an option's `since` write the option.

    `name` is its name in those formats, and `meaning` has the current value for each value there.
    """

    name: str
    meaning: Mapping[bool | int | str, bool | int | str]

    def read(self, value: object) -> object:
        """Return the current value for a former one; other values are returned as they are."""
        return next(
            (now for was, now in self.meaning.items() if _is_same(was, value)),
            value,
        )

    def write(self, value: object) -> object:
        """Return the former value for a current one. Raises StopIteration if there is none."""
        return next(was for was, now in self.meaning.items() if _is_same(now, value))

    def knows(self, value: object) -> bool:
        """Return whether this is a former value."""
        return any(_is_same(was, value) for was in self.meaning)


def _is_same(one: object, other: object) -> bool:
    return type(one) is type(other) and one == other  # to Python 1 and True are equal


def _as_ever(values: Iterable[int | str]) -> dict[bool | int | str, bool | int | str]:
    return {value: value for value in values}


@dataclass(frozen=True, slots=True)
class Option:
    """Metadata of a field of `RuleSet`: its section, its allowed values, and the record format that introduced it."""

    section: str
    values: tuple[bool | str, ...] | range
    """All that a club may choose; a range where it is a number."""
    since: int = 1
    """The number of the first record format that has it so. What is stored from before says it as `former`, or lacks it
    (`completed`)."""
    former: Former | None = None
    """How formats before `since` say it; None where they say nothing, and it is as in a preset."""


YES_OR_NO: Final = (True, False)
OWN: Final = 11
"""The record format that says the house's own rules (§13)."""
_POINTS: Final = range(21)
"""The points that a set may have (§13.1)."""
_CLAIM: Final = Option("§13.5", get_args(Claim), OWN, Former("claims", _as_ever(get_args(Claim))))
"""What formats before say once, of win, khap and pair alike (§13.18)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """The rules that a deal is played by (§11.1). Amounts are points, counts are cards.

    Its fields are the one list of options: the form, the API, storage, the records and the verifier all use them. The
    words for people are in `presenters/club/rule_sets.py`.
    """

    key: str
    """The preset's name, or the club's own name for it."""
    seats: tuple[int, ...]
    """How many seats a table may have (§1.2)."""
    stock_limit: Annotated[int, Option("§8.1", range(21))]
    """The deal ends when a seat is due to draw and the stock holds this many cards (§8.1)."""
    win_claim: Annotated[Claim, _CLAIM]
    """A win happens by itself (`forced`, §6.1) or may be declined (`offered`, §6.6-§6.10)."""
    khap_claim: Annotated[Claim, _CLAIM]
    """A khap takes the fourth card by itself (§6.2), or when it claims it, and then never in turn (§13.5)."""
    pair_claim: Annotated[Claim, _CLAIM]
    """A pair makes the triple by itself (§6.3), or when it claims it, and then never in turn (§13.5)."""
    pair_waived_when_waiting: Annotated[bool, Option("§13.6", YES_OR_NO, OWN)]
    """A seat that waits to win may keep its pairs from being forced (§13.6)."""
    discards: Annotated[
        Discards,
        Option(
            "§4.1",
            get_args(Discards),
            OWN,
            Former("trash_only", {True: "trash", False: "any-but-king"}),
        ),
    ]
    """What may be discarded: trash (§4.1), any card but a king (§4.2), or any card (§13.9)."""
    melds: Annotated[Melds, Option("§13.11", get_args(Melds), OWN)]
    """What a seat in turn may meld: what leaves no more trash (§5.2), or of that only the least (§13.11)."""
    unclaimed_draw: Annotated[Unclaimed, Option("§13.8", get_args(Unclaimed), OWN)]
    """A drawn card that its drawer leaves: the next seat has a chance on it (§6.4, §6.7), or it is dead (§13.8)."""
    king_triples: Annotated[bool, Option("§5.4", YES_OR_NO)]
    """A triple of kings may be made with the active card (§5.4)."""
    fourth_to_exposed_triple: Annotated[bool, Option("§5.5", YES_OR_NO)]
    """On its own draw a seat may complete its exposed triple to four, if that wins (§5.5)."""
    drawn_king: Annotated[
        DrawnKing,
        Option(
            "§6.8",
            get_args(DrawnKing),
            OWN,
            Former("declined_king_dies", {False: "passes-on", True: "dies"}),
        ),
    ]
    """A drawn king that its drawer declines goes to the next seat like any card, or is dead (§6.8); or its drawer keeps
    it (§13.7)."""
    khaps_announced: Annotated[bool, Option("§3.3", YES_OR_NO)]
    """The number of each seat's khaps is public (§3.3)."""
    king: Annotated[int, Option("§2.1", _POINTS, OWN)]
    """Points of one king (§2.1)."""
    pair: Annotated[int, Option("§2.2", _POINTS, OWN)]
    """Points of a pair that is none of kings (§2.2)."""
    king_pair: Annotated[int, Option("§2.2", _POINTS, OWN)]
    """Points of a pair of kings (§13.1)."""
    khap: Annotated[int, Option("§2.3", _POINTS, OWN)]
    """Points of a khap, and what is paid for one (§2.3, §9.2)."""
    exposed_triple: Annotated[
        int,
        Option("§2.4", _POINTS, OWN, Former("exposed_triple_points", _as_ever(range(1, 9)))),
    ]
    """Points of a triple made with the active card (§2.4)."""
    quan: Annotated[int, Option("§2.5", _POINTS, OWN)]
    """Points of a quan, and what is paid for one (§2.5, §9.2, §9.5)."""
    khui: Annotated[int, Option("§2.6", _POINTS, OWN)]
    """Points of a khui, and what is paid for one (§2.6, §9.2, §9.5)."""
    king_guard_minister: Annotated[int, Option("§2.7", _POINTS, OWN)]
    """Points of king, guard and minister of one colour (§2.7)."""
    rook_cannon_knight: Annotated[int, Option("§2.8", _POINTS, OWN)]
    """Points of rook, cannon and knight of one colour (§2.8)."""
    three_pawns: Annotated[int, Option("§2.9", _POINTS, OWN)]
    """Points of three pawns of different colours (§2.9)."""
    four_pawns: Annotated[int, Option("§2.10", _POINTS, OWN)]
    """Points of four pawns of different colours (§2.10)."""
    payment: Annotated[
        Payment,
        Option("§9.1", get_args(Payment), OWN, Former("payment", _as_ever(("amount", "points")))),
    ]
    """What one loser owes: `amount` A (§9.1), `points` times the unit (§9.4), `flat` the unit alone (§13.2)."""
    penalty: Annotated[
        Penalty,
        Option(
            "§10.5",
            get_args(Penalty),
            OWN,
            Former("penalty", {True: "pays-for-all", False: "none"}),
        ),
    ]
    """Discards are judged, and a discard that was not a worst card may have to pay for all (§9.3, §10, §13.13)."""
    unit: Annotated[
        int, Option("§9.4", range(1, 1001), OWN, Former("unit", _as_ever(range(1, 101))))
    ] = 1
    """What a point is worth under `points` (§9.4), and a hand under `flat` (§13.2)."""
    loser_kongs: Annotated[
        LoserKongs,
        Option(
            "§9.5",
            get_args(LoserKongs),
            OWN,
            Former("loser_kongs", _as_ever(("paid", "deduct"))),
        ),
    ] = "paid"
    """Kongs of a loser: paid to it by every other seat (§9.2, §9.5), only taken off what it pays the winner (§9.5), or
    paid by nobody, khaps neither (§13.3)."""
    base: Annotated[int, Option("§13.2", range(101), OWN)]
    """What is added to the points under `amount`, before the factor (§9.1)."""
    factor: Annotated[int, Option("§13.2", range(1, 11), OWN)]
    """By what a hand is multiplied, once, that has what `factor_for` names (§9.1)."""
    fixed: Annotated[int, Option("§13.2", range(1001), OWN)]
    """What is added under `amount` behind the factor (§9.1)."""
    factor_for: Annotated[FactorFor, Option("§13.2", get_args(FactorFor), OWN)]
    """Which of the winner's sets multiply its hand (§9.1)."""
    yellow_king: Annotated[int, Option("§13.4", range(11), OWN)]
    """Under `flat`, what each yellow king of the winner adds, in halves of the unit (§13.4)."""
    starter_after_draw: Annotated[Starter, Option("§13.12", get_args(Starter), OWN)]
    """Who starts when nobody has won: the seat that was due to draw (§8.3), or the same starter again."""
    pot: Annotated[int, Option("§13.14", range(1001), OWN)]
    """Chips that every seat pays into the table's pot before each deal (§13.14)."""

    def __hash__(self) -> int:
        """Hash by the name alone, for speed: tables cached by rule set are looked up for every card."""
        return hash(self.key)

    @property
    def offers(self) -> bool:
        """Whether anything may be claimed, so that there are claim windows (§13.5)."""
        return "offered" in (self.win_claim, self.khap_claim, self.pair_claim)

    @property
    def hides(self) -> bool:
        """Whether some events are hidden from other seats until the end (§6.10, §13.6)."""
        return self.pair_waived_when_waiting or self.offers

    @property
    def forces(self) -> bool:
        """Whether a meld may be forced when a card becomes active (§13.5)."""
        return "forced" in (self.win_claim, self.khap_claim, self.pair_claim)

    @property
    def judges(self) -> bool:
        """Whether discards are judged, so that a discarder may have to pay for all losers (§10)."""
        return self.penalty != "none"


OPTIONS: Final[dict[str, Option]] = {
    name: said
    for name, hint in get_type_hints(RuleSet, include_extras=True).items()
    for said in getattr(hint, "__metadata__", ())
}
"""Each option by its name, in the order of the record; not the name of a rule set, nor its seats."""

VINAGAMES = RuleSet(
    key="vinagames",
    seats=(2, 3, 4),
    stock_limit=7,
    win_claim="forced",
    khap_claim="forced",
    pair_claim="forced",
    pair_waived_when_waiting=False,
    discards="trash",
    melds="no-more-trash",
    unclaimed_draw="second-chance",
    king_triples=True,
    fourth_to_exposed_triple=False,
    drawn_king="passes-on",
    khaps_announced=True,
    king=1,
    pair=0,
    king_pair=0,
    khap=3,
    exposed_triple=1,
    quan=8,
    khui=6,
    king_guard_minister=1,
    rook_cannon_knight=1,
    three_pawns=1,
    four_pawns=2,
    payment="amount",
    penalty="pays-for-all",
    base=3,
    factor=2,
    fixed=10,
    factor_for="quan-or-khui",
    yellow_king=0,
    starter_after_draw="due",
    pot=0,
)
"""The rule set of Vinagames, for 2, 3 or 4 seats."""

FOURSAC = replace(
    VINAGAMES,
    key="4sac",
    seats=(4,),
    stock_limit=6,
    win_claim="offered",
    khap_claim="offered",
    pair_claim="offered",
    discards="any-but-king",
    king_triples=False,
    fourth_to_exposed_triple=True,
    drawn_king="dies",
    khaps_announced=False,
    exposed_triple=3,
    payment="points",
    penalty="none",
    base=0,
    factor=1,
    fixed=0,
    factor_for="nothing",
)
"""The rule set of 4sac by pvtgames, for exactly 4 seats."""

MIEN_NAM = replace(
    VINAGAMES,
    key="mien-nam",
    stock_limit=0,
    pair_waived_when_waiting=True,
    melds="least-trash",
    unclaimed_draw="dies",
    drawn_king="kept",
    khaps_announced=False,
    payment="flat",
    penalty="none",
    unit=10,
    loser_kongs="none",
    base=0,
    fixed=0,
    yellow_king=1,
)
"""The southern rules, for 2, 3 or 4 seats (§13)."""

PRESETS: dict[str, RuleSet] = {rules.key: rules for rules in (VINAGAMES, FOURSAC, MIEN_NAM)}
"""The presets by key (§11.1)."""


class Objection(NamedTuple):
    """The reason why options cannot be combined: a code for pages, and a sentence for people who check a record."""

    code: str
    sentence: str


def listed(values: Sequence[object]) -> str:
    """Return the allowed values of an option as text, for error messages about records."""
    if len(values) > 3:
        return f"a number from {values[0]} to {values[-1]}"
    return " or ".join(json.dumps(value) for value in values)


def objection(rules: RuleSet) -> Objection | None:
    """Return the first objection to the options of a rule set; None if a club may play by them.

    Saving a rule set, checking a record and importing one all use this, so they refuse the same rule sets.
    """
    return next(_objections(rules), None)


def _objections(rules: RuleSet) -> Iterator[Objection]:
    if not rules.seats or list(rules.seats) != sorted({2, 3, 4}.intersection(rules.seats)):
        yield Objection(
            "rule-set.seats",
            "rules.seats: the game has 2, 3 or 4 seats, each named once and in this order (§1.2)",
        )
    for name, option in OPTIONS.items():
        if getattr(rules, name) not in option.values:
            yield Objection(
                "rule-set.number", f"rules.{name}: {listed(option.values)} expected (§11.1)"
            )
    if rules.payment == "flat" and rules.loser_kongs != "none":
        yield Objection(
            "rule-set.flat",
            "rules.loser_kongs: where a flat stake is paid, only the winner is paid: none (§13.16)",
        )
    if rules.loser_kongs == "deduct" and rules.payment != "points":
        yield Objection(
            "rule-set.deduct",
            "rules.loser_kongs: only where points are paid can kongs be deducted (§13.16)",
        )
    if rules.yellow_king and (rules.payment != "flat" or rules.unit % 2):
        yield Objection(
            "rule-set.yellow-king",
            "rules.yellow_king: only where a flat stake is paid, of an even unit, do yellow kings add to it (§13.16)",
        )
    if rules.pot and rules.factor_for == "nothing":
        yield Objection(
            "rule-set.pot",
            "rules.pot: nobody could take a pot where factor_for is nothing (§13.16)",
        )
    if rules.pair_waived_when_waiting and rules.pair_claim == "offered":
        yield Objection(
            "rule-set.waiver",
            "rules.pair_waived_when_waiting: only a pair that is forced can be waived (§13.16)",
        )


def misnamed(rules: RuleSet) -> str | None:
    """Return the first option in which a rule set named like a preset differs from the preset; None if there
    is none.
    """
    called = (
        unicodedata.normalize("NFKC", rules.key).casefold().strip().replace("miền nam", "mien-nam")
    )
    preset = PRESETS.get(called, rules)
    names = (field.name for field in fields(RuleSet))
    return next((name for name in names if getattr(rules, name) != getattr(preset, name)), None)


SEAT_NAMES = ("South", "East", "North", "West")
"""The seats counter-clockwise, which is the order of play (§1.3); a table of fewer seats uses the first ones."""
