"""Rule sets as data (§11): every option of a deal is a named field, and the two presets are values of one record.

The options in full stand in each deal's first event, so an old deal replays the same after any change here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Annotated, Any, Final, Literal, NamedTuple, get_args, get_type_hints

Claims = Literal["forced", "offered"]
Payment = Literal["amount", "points"]
LoserKongs = Literal["paid", "deduct"]


@dataclass(frozen=True, slots=True)
class Option:
    """Metadata of a field of `RuleSet`: its section, its values, and the format in which it began."""

    section: str
    values: tuple[bool | str, ...] | range
    """All that a club may choose; a range where it is a number."""
    since: int = 1
    """The number of the first record format that has it. What is stored from before it lacks it (`completed`)."""


YES_OR_NO: Final = (True, False)


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """Rule set (§11.1): what a deal is played by. Amounts are points, counts are cards.

    The one list of options: the form, the API, what is stored, the records and what the verifier accepts are made of
    it; words for people are in `presenters/rule_sets.py`.
    """

    key: str
    """The preset's name, or the club's own name for it."""
    seats: tuple[int, ...]
    """How many seats a table may have (§1.2)."""
    stock_limit: Annotated[int, Option("§8.1", range(21))]
    """The deal ends when a seat is due to draw and the stock holds this many cards (§8.1)."""
    claims: Annotated[Claims, Option("§6.1", get_args(Claims))]
    """Win, khap and pair happen by themselves (`forced`, §6.1-§6.3) or may be declined (`offered`, §6.6-§6.10)."""
    trash_only: Annotated[bool, Option("§4.1", YES_OR_NO)]
    """Only trash may be discarded (§4.1); otherwise any card but a king (§4.2)."""
    king_triples: Annotated[bool, Option("§5.4", YES_OR_NO)]
    """A triple of kings may be made with the active card (§5.4)."""
    fourth_to_exposed_triple: Annotated[bool, Option("§5.5", YES_OR_NO)]
    """On its own draw a seat may complete its exposed triple to four, if that wins (§5.5)."""
    declined_king_dies: Annotated[bool, Option("§6.8", YES_OR_NO)]
    """A drawn king that the drawer declines is dead (§6.8); otherwise it goes to the next seat like any card."""
    khaps_announced: Annotated[bool, Option("§3.3", YES_OR_NO)]
    """The number of each seat's khaps is public (§3.3)."""
    exposed_triple_points: Annotated[int, Option("§2.4", range(1, 9))]
    """Points of a triple made with the active card (§2.4)."""
    payment: Annotated[Payment, Option("§9.1", get_args(Payment))]
    """`amount`: each loser pays A and side payments follow (§9.1, §9.2); `points`: points times the unit (§9.4)."""
    penalty: Annotated[bool, Option("§10.5", YES_OR_NO)]
    """Discards are judged, and a discard that was not a worst card may have to pay for all (§9.3, §10)."""
    unit: Annotated[int, Option("§9.4", range(1, 101))] = 1
    """What a point is worth under `points` (§9.4)."""
    loser_kongs: Annotated[LoserKongs, Option("§9.5", get_args(LoserKongs))] = "paid"
    """Kongs of a loser: paid to it by every other seat, or only taken off what it pays the winner (§9.5)."""


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
    claims="forced",
    trash_only=True,
    king_triples=True,
    fourth_to_exposed_triple=False,
    declined_king_dies=False,
    khaps_announced=True,
    exposed_triple_points=1,
    payment="amount",
    penalty=True,
)
"""The rule set of Vinagames, for 2, 3 or 4 seats."""

FOURSAC = RuleSet(
    key="4sac",
    seats=(4,),
    stock_limit=6,
    claims="offered",
    trash_only=False,
    king_triples=False,
    fourth_to_exposed_triple=True,
    declined_king_dies=True,
    khaps_announced=False,
    exposed_triple_points=3,
    payment="points",
    penalty=False,
)
"""The rule set of 4sac by pvtgames, for exactly 4 seats."""

PRESETS: dict[str, RuleSet] = {rules.key: rules for rules in (VINAGAMES, FOURSAC)}
"""The two presets by key (§11.1)."""


def completed(plain: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of a stored rule set with those that it is too old to have, as the preset of its payment."""
    options = dict(plain)
    for name in _lacking(1):
        options.setdefault(name, getattr(_preset_of(options.get("payment")), name))
    return options


def in_format(plain: Mapping[str, Any], number: int) -> dict[str, Any]:
    """Return the options in full without those that a record of this format does not have."""
    later = _lacking(number)
    return {name: value for name, value in plain.items() if name not in later}


def format_of(rules: RuleSet) -> int:
    """Return the number of the first record format that can say this rule set."""
    usual = _preset_of(rules.payment)
    return max(
        OPTIONS[name].since if getattr(rules, name) != getattr(usual, name) else 1
        for name in OPTIONS
    )


def _lacking(number: int) -> frozenset[str]:
    return frozenset(name for name, option in OPTIONS.items() if option.since > number)


def _preset_of(payment: object) -> RuleSet:
    return next((rules for rules in PRESETS.values() if rules.payment == payment), VINAGAMES)


class Objection(NamedTuple):
    """Why no club has these options: a code, which pages translate, and a sentence for whoever checks a record."""

    code: str
    sentence: str


def objection(rules: RuleSet) -> Objection | None:
    """Return what speaks against the options of a rule set first; None where a club may play by them.

    Whoever saves a rule set, and whoever checks or imports a record, asks here: a rule set that one of them refuses
    the other refuses as well.
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
                "rule-set.number",
                f"rules.{name}: a number from {option.values[0]} to {option.values[-1]} expected (§11.1)",
            )
    if rules.payment == "amount" and (rules.unit != 1 or rules.loser_kongs != "paid"):
        yield Objection(
            "rule-set.amount",
            "rules.payment: where each loser pays the amount A, unit is 1 and loser_kongs is paid (§9.1)",
        )
    if rules.payment == "points" and rules.penalty:
        yield Objection(
            "rule-set.penalty", "rules.penalty: where points are paid there is no penalty (§9.6)"
        )
    if rules.claims == "forced" and (rules.declined_king_dies or rules.fourth_to_exposed_triple):
        yield Objection(
            "rule-set.forced",
            "rules.claims: where claims are forced, declined_king_dies and fourth_to_exposed_triple are false (§6.8)",
        )


def misnamed(rules: RuleSet) -> str | None:
    """Return the first option that a rule set with a preset's name has otherwise than the preset; None else."""
    preset = PRESETS.get(rules.key, rules)
    names = (field.name for field in fields(RuleSet))
    return next((name for name in names if getattr(rules, name) != getattr(preset, name)), None)


SEAT_NAMES = ("South", "East", "North", "West")
"""The seats counter-clockwise, which is the order of play (§1.3); a table of fewer seats uses the first ones."""
