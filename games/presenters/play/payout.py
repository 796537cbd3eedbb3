"""Explains the payout of a deal: who pays whom, and why (§9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from games.common.joints import with_brackets
from games.engine.disputing.disputes import Dispute
from games.engine.rules import RuleSet
from games.engine.scoring import Reason, Result, ScoreLine
from games.engine.sets import CardSet, SetKind
from games.engine.state import Active, Ending
from games.presenters.cards import points_words, set_name
from games.presenters.moments import moment_words
from games.presenters.play.pots import pot_end_words
from games.presenters.play.reckoning import amount_words, hand_section, notes, penalty_section
from games.queries.periods import Disputable
from games.queries.play.seen import SeenDeal


@dataclass(frozen=True, slots=True)
class PayoutRow:
    """One seat's total in the payout, and its points before a ruling changed them."""

    name: str
    mine: bool
    points: int
    chips: int
    before: int | None
    """The points before the ruling, None where nothing changed."""


@dataclass(frozen=True, slots=True)
class Payout:
    """The present payout of a finished deal, with every line explained."""

    words: str
    winner: bool
    """Whether anybody won."""
    amount: str
    notes: tuple[str, ...]
    """What is deducted, who pays for all, and that nothing is paid beside the hand."""
    rows: tuple[PayoutRow, ...]
    lines: tuple[tuple[str, int], ...]
    before: tuple[tuple[str, int], ...]
    """The lines that a ruling has taken back and not laid again; empty where it has changed nothing."""
    ruled: bool
    for_chips: bool
    dispute: str
    """Until when the viewer's seat can dispute the penalty, or how its dispute stands; empty where neither is so."""
    pot: str = ""
    """What became of the pot; empty where there was none (§13.14)."""


def payout(
    ending: Ending,
    rules: RuleSet,
    names: Sequence[str],
    *,
    mine: int | None,
    chips_per_point: int,
    dispute: str = "",
    pot: int | None = None,
) -> Payout:
    """Return the payout of a deal that was not called off.

    `mine` is the viewer's seat, None without one. `dispute` is a text about a dispute, often empty. `pot` is the
    number of chips in the pot during the deal, None without a pot.
    """
    result, before = ending.result, ending.original
    ruled = result != before
    taken_back = Counter(before.lines) - Counter(result.lines)

    def explained(lines: Iterable[ScoreLine]) -> tuple[tuple[str, int], ...]:
        # Two kongs of one seat are two equal lines, which would read as one that is paid twice.
        return tuple(
            (
                line_words(line, rules, names) + (f" × {times}" if times > 1 else ""),
                times * line.amount,
            )
            for line, times in Counter(lines).items()
        )

    return Payout(
        words=ending_words(result, names, ending.taken, void=before.winner is not None),
        winner=result.winner is not None,
        amount=amount_words(rules, result),
        notes=notes(rules, result, names),
        rows=tuple(
            PayoutRow(
                names[seat],
                seat == mine,
                net,
                net * chips_per_point,
                before.net[seat] if ruled else None,
            )
            for seat, net in enumerate(result.net)
        ),
        lines=explained(result.lines),
        before=explained(taken_back.elements()),
        ruled=ruled,
        for_chips=chips_per_point > 0,
        dispute=dispute,
        pot=pot_end_words(ending, rules, names, pot),
    )


def winning_set(shown: SeenDeal) -> CardSet | None:
    """Return the set that completed the winner's hand; None if no card was melded for it (§7.3)."""
    ending = shown.view.ending
    if ending is None or ending.taken is None or ending.result.winner is None:
        return None
    laid = shown.view.public[ending.result.winner]
    return next((made for made in reversed(laid) if ending.taken.card in made.cards), None)


def payout_of(
    shown: SeenDeal, disputable: Disputable | None, *, now: datetime, pot: int | None = None
) -> Payout | None:
    """Return the payout of a deal for its viewer; None before the end and for a deal that was called off.

    `disputable` is None if the viewer can't dispute the deal. `pot` are the chips in the pot, None without a pot.
    """
    ending, mine = shown.view.ending, shown.view.viewer
    if ending is None or ending.cancelled:
        return None
    return payout(
        ending,
        shown.view.rules,
        shown.names,
        mine=mine,
        chips_per_point=shown.deal.table.chips_per_point,
        dispute="" if mine is None else _dispute_words(ending, disputable, now),
        pot=pot,
    )


def _dispute_words(ending: Ending, disputable: Disputable | None, now: datetime) -> str:
    """Return how the dispute stands, or until when the winning discard can be disputed; empty if it can't.

    The form for a dispute is in the replay.
    """
    if ending.disputes:
        return _standing_words(ending.disputes[-1])
    if disputable is None:
        return ""
    fell = ending.result.offender is not None
    if disputable.until is None:
        return (
            _(
                "The penalty can be disputed in the replay until the time for disputes is over "
                "(§10.7)."
            )
            if fell
            else _(
                "There was no penalty. This can be disputed in the replay until the time for "
                "disputes is over (§10.7)."
            )
        )
    told = (
        _("The penalty can be disputed in the replay until %(when)s (§10.7).")
        if fell
        else _("There was no penalty. This can be disputed in the replay until %(when)s (§10.7).")
    )
    return told % {"when": moment_words(disputable.until, now)}


def _standing_words(dispute: Dispute) -> str:
    """Return a sentence about the state of a dispute, such as waiting for a referee."""
    if dispute.proposal is not None:
        return _("This ruling needs a second signature. Until then nothing changes (§10.8).")
    if dispute.final:
        return _("Decided on appeal, so it is final (§10.8).")
    if dispute.upheld is not None:
        return _("A referee has ruled on the winning discard (§10.8).")
    if dispute.appealed is not None:
        return _("The appeal is waiting for another referee.")
    return _("The winning discard is disputed: a referee will rule on it (§10.7).")


def ending_words(
    result: Result, names: Sequence[str], taken: Active | None, *, void: bool = False
) -> str:
    """Return a sentence about how a deal ended: who won, and with whose card.

    `taken` is the winning card, None if the hand won as dealt. If a ruling has declared the deal `void`, nobody has
    won.
    """
    if result.winner is None and void:
        return _("A referee ruled this deal void: nobody pays anything (§10.8).")
    if result.winner is None:
        return _("Nobody won: the stock is down to its limit (§8.1).")
    said = {"who": names[result.winner], "points": points_words(result.points)}
    if taken is None:
        return _("%(who)s won with %(points)s.") % said
    if taken.drawn and taken.seat == result.winner:
        return _("%(who)s won with %(points)s, on the card they drew.") % said
    told = (
        _("%(who)s won with %(points)s, on a card that %(whose)s drew.")
        if taken.drawn
        else _("%(who)s won with %(points)s, on %(whose)s’s discard.")
    )
    return told % {**said, "whose": names[taken.seat]}


def line_words(line: ScoreLine, rules: RuleSet, names: Sequence[str]) -> str:
    """Return one line of a payout in words, with its reason and its section of the rules (§9)."""
    who = {"payer": names[line.payer], "payee": names[line.payee]}
    match line.reason:
        case Reason.HAND:
            said = _("%(payer)s pays %(payee)s for the hand") % who
        case Reason.PENALTY:
            instead = names[line.payer if line.instead_of is None else line.instead_of]
            if line.instead_of in (None, line.payer):
                said = _("Penalty (đền): %(payer)s pays %(payee)s for the hand") % who
            else:
                said = _("Penalty (đền): %(payer)s pays %(payee)s in place of %(instead)s") % {
                    **who,
                    "instead": instead,
                }
        case Reason.SHARED if line.instead_of is None:
            said = _("Shared: %(payer)s pays %(payee)s half the amount for the hand") % who
        case Reason.SHARED:
            instead = names[line.payer if line.instead_of is None else line.instead_of]
            said = _("Shared: %(payer)s pays %(payee)s the rest in place of %(instead)s") % {
                **who,
                "instead": instead,
            }
        case Reason.QUAN | Reason.KHUI:
            said = _("%(payer)s pays %(payee)s for a %(set)s") % {
                **who,
                "set": set_name(SetKind(line.reason.value)).lower(),
            }
        case Reason.KHAP:
            said = _("%(payer)s pays %(payee)s for a khạp still in hand") % who
    return with_brackets(said, line_section(line, rules))


def line_section(line: ScoreLine, rules: RuleSet) -> str:
    """Return the section of the rules that explains a line of a payout."""
    kong = "§9.2" if rules.payment == "amount" else "§9.5"
    known = {
        Reason.HAND: hand_section(rules),
        Reason.PENALTY: penalty_section(rules),
        Reason.SHARED: "§10.8",
        Reason.KHAP: "§9.2",
    }
    return known.get(line.reason, kong)
