"""Builds tables of the effects of each possible ruling side by side, which a referee reads before signing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.common.joints import listed, said_of, with_brackets
from games.common.unit import unit_word
from games.engine.disputing.outcomes import Outcome
from games.ledger.accounts import HOUSE, account_of
from games.ledger.commands import Owed
from games.presenters.amounts import in_unit, minus, of_unit, signed
from games.presenters.outcomes import outcome_meaning, outcome_name
from games.presenters.people.transfers import transfer_words
from games.queries.behalf import StandingsLine
from games.queries.club.house import house_rules
from games.queries.effects import Effects, OutcomeEffect, moved
from games.queries.play.participants import names_of

MOST: Final = 30
"""Lines of standings and of prizes that are shown; of a large tournament a ruling may move hundreds."""


@dataclass(frozen=True, slots=True)
class Column:
    """One possible outcome of a ruling, with its meaning and its transfers."""

    outcome: Outcome
    name: str
    words: str
    transfers: tuple[str, ...]
    effect: str
    """What each seat pays or gets, in one line."""
    second: str = ""
    """That a second referee has to sign it, and why; empty where one is enough."""


@dataclass(frozen=True, slots=True)
class EffectCell:
    """One effect of an outcome: the value before and after, and a sentence with both for screen readers."""

    before: str
    """Empty where there is no before: the amount of a transfer."""
    after: str
    words: str

    @property
    def changes(self) -> bool:
        """Return whether the value after the outcome differs from the value before."""
        return self.before != self.after


@dataclass(frozen=True, slots=True)
class EffectLine:
    """A person's line in a table of effects, with one cell for each possible outcome."""

    name: str
    cells: tuple[EffectCell, ...]


@dataclass(frozen=True, slots=True)
class EffectTable:
    """The effects of one kind: a row for each person, a column for each outcome."""

    key: str
    caption: str
    lines: tuple[EffectLine, ...]
    none: str
    """What is said where no outcome changes anything."""
    more: str = ""
    """How many lines are left out, in words."""


@dataclass(frozen=True, slots=True)
class EffectsBox:
    """The outcomes that a referee can choose from, side by side."""

    version: int
    columns: tuple[Column, ...]
    tables: tuple[EffectTable, ...]


Said: TypeAlias = tuple[str, str]
"""What an outcome is called, and what it means."""


def effects_box(
    effects: Effects,
    names: Sequence[str],
    deal_name: str,
    said: Mapping[Outcome, Said] | None = None,
) -> EffectsBox:
    """Return a ruling's possible outcomes side by side.

    `names` are by seat. `said` has words for some outcomes; the others keep their usual words.
    """
    tables = [_payments(effects, names), _ledger(effects, names)]
    if effects.tournament:
        tables += [_standings(effects), _prizes(effects)]
    return EffectsBox(
        effects.version,
        tuple(_column(effects, one, names, deal_name, said or {}) for one in effects.outcomes),
        tuple(tables),
    )


def _column(
    effects: Effects,
    one: OutcomeEffect,
    names: Sequence[str],
    deal_name: str,
    said: Mapping[Outcome, Said],
) -> Column:
    accounts = _accounts(effects, names, one.transfers)
    name, words = said.get(one.outcome) or (
        outcome_name(one.outcome, lifts=effects.lifts),
        outcome_meaning(one.outcome, lifts=effects.lifts),
    )
    if one.result == effects.result:
        words += " " + _("No change: this is how the deal is paid now.")
    return Column(
        one.outcome,
        name,
        words,
        tuple(
            said_of(
                transfer_words(transfer.key, transfer.memo, deal_name),
                listed(
                    f"{accounts[code]} {signed(amount)}"
                    for code, amount in transfer.amounts.items()
                ),
            )
            for transfer in one.transfers
        ),
        _in_a_line(effects, one, names),
        _second(effects.chips(one)),
    )


def _in_a_line(effects: Effects, one: OutcomeEffect, names: Sequence[str]) -> str:
    changes = zip(names, effects.result.net, one.result.net, strict=True)
    moves = [f"{name} {signed(was)} → {signed(now)}" for name, was, now in changes if was != now]
    return (
        _("Points: %(moves)s.") % {"moves": listed(moves)}
        if moves
        else _("No points change hands.")
    )


def _second(chips: int) -> str:
    limit = house_rules().second_signature_chips
    if not limit or chips <= limit:
        return ""
    return _(
        "This ruling moves %(sum)s. One referee may decide only up to %(limit)s, so a second "
        "referee has to sign it."
    ) % {"sum": in_unit(chips), "limit": limit}


def nobody_signs() -> str:
    """Return a text on what owners can do if no referee can give the second signature (§10.8)."""
    return _(
        "No other independent referee can sign now, so the ruling couldn't take effect. An owner "
        "can make somebody a referee who played neither in the deal nor in its tournament. "
        "Owners can also raise the ruling limit for one referee in the club rules. Until then "
        "the present result counts."
    )


def _payments(effects: Effects, names: Sequence[str]) -> EffectTable:
    now = effects.result.net
    lines = tuple(
        EffectLine(
            name,
            tuple(
                _cell(signed(now[seat]), signed(one.result.net[seat])) for one in effects.outcomes
            ),
        )
        for seat, name in enumerate(names)
    )
    return EffectTable("payments", _("Payments for the deal, in points"), lines, "")


def _ledger(effects: Effects, names: Sequence[str]) -> EffectTable:
    sums = [moved(one.transfers) for one in effects.outcomes]
    accounts = _accounts(effects, names, [one for way in effects.outcomes for one in way.transfers])
    lines = tuple(
        EffectLine(name, tuple(_moved(found.get(code, 0)) for found in sums))
        for code, name in accounts.items()
        if any(code in found for found in sums)
    )
    return EffectTable(
        "ledger",
        of_unit(gettext_noop("Transfers between accounts, in %(unit)s")),
        lines,
        of_unit(gettext_noop("No %(unit)s change hands, whichever way you rule.")),
    )


def _accounts(
    effects: Effects, names: Sequence[str], transfers: Iterable[Owed]
) -> Mapping[str, str]:
    """Return the names of the accounts in these transfers by code. A pot's account comes first."""
    used = dict.fromkeys(code for one in transfers for code in one.amounts)
    seats = {
        account_of(label): name for label, name in zip(effects.players, names, strict=True)
    } | {HOUSE: _("the club")}
    labels = {
        account_of(row.participant): row.participant
        for row in effects.standings
        if account_of(row.participant) in used
    }
    for code in used:
        if (
            code.startswith("member:") and code not in seats
        ):  # who has left, and had paid into the pot
            labels.setdefault(code, code.replace("member", "player"))
    members = dict(zip(labels, names_of(labels.values()), strict=True))
    pot = _("the pot")
    if effects.tournament:
        pot = _("pot of %(tournament)s") % {"tournament": effects.tournament}
    known = {**members, **seats}
    ordered = sorted(used, key=lambda code: list(known).index(code) if code in known else -1)
    return {code: known.get(code, pot if code.endswith(":pot") else code) for code in ordered}


def place_words(row: StandingsLine) -> str:
    """Return a line of the standings in words: its place, if it has one, and its points."""
    said = {"place": row.place, "points": signed(row.points)}
    if row.place is None:
        return _("no place, %(points)s points") % said
    return _("place %(place)s with %(points)s points") % said


def _standings(effects: Effects) -> EffectTable:
    def shown(row: StandingsLine) -> tuple[str, str]:
        place = "–" if row.place is None else str(row.place)
        return with_brackets(place, signed(row.points)), place_words(row)

    return _by_member(
        effects,
        "standings",
        _("Standings of %(tournament)s: place (points)") % {"tournament": effects.tournament},
        _("The standings stay the same whichever way you rule."),
        shown,
    )


def _prizes(effects: Effects) -> EffectTable:
    caption = (
        _("Prizes of %(tournament)s (already paid), in %(unit)s")
        if effects.paid
        else _("Prizes of %(tournament)s if it ended now, in %(unit)s")
    ) % {"tournament": effects.tournament, "unit": unit_word()}
    return _by_member(
        effects,
        "prizes",
        caption,
        _("The prizes stay the same whichever way you rule."),
        lambda row: (minus(row.prize), minus(row.prize)),
    )


def _by_member(
    effects: Effects,
    key: str,
    caption: str,
    none: str,
    shown: Callable[[StandingsLine], tuple[str, str]],
) -> EffectTable:
    """Return the table of the members for whom some outcome changes something.

    Players of the deal come first, each group by standing.
    """
    after = [{row.participant: shown(row) for row in one.standings} for one in effects.outcomes]
    before = {row.participant: shown(row) for row in effects.standings}
    changed = [
        label for label, own in before.items() if any(one.get(label, own) != own for one in after)
    ]
    changed.sort(key=lambda label: label not in effects.players)
    listed, left = changed[:MOST], len(changed) - MOST
    lines = tuple(
        EffectLine(
            name, tuple(_told(before[label], one.get(label, before[label])) for one in after)
        )
        for label, name in zip(listed, names_of(listed), strict=True)
    )
    more = ngettext("and %(count)d more", "and %(count)d more", left) % {"count": left}
    return EffectTable(key, caption, lines, none, more if left > 0 else "")


def _moved(chips: int) -> EffectCell:
    """Return the cell for the chips that an account receives. Its balance is private and not shown."""
    return EffectCell("", signed(chips), signed(chips)) if chips else EffectCell("0", "0", "")


def _told(before: tuple[str, str], after: tuple[str, str]) -> EffectCell:
    return _cell(before[0], after[0], before[1], after[1])


def _cell(before: str, after: str, said: str = "", said_after: str = "") -> EffectCell:
    told = {"before": said or before, "after": said_after or after}
    return EffectCell(before, after, _("from %(before)s to %(after)s") % told)
