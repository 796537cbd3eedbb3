"""Explains a rule set in plain words (§13), with examples of payments.

The page is made from the rule set's options.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.cards import CARD_BY_NAME
from games.engine.rules import RuleSet
from games.engine.scoring import hand_points, score, side
from games.engine.sets import CardSet, SetKind, points_of
from games.presenters.amounts import in_unit, signed
from games.presenters.cards import points_words
from games.presenters.club.rule_sets import GROUPS, has_effect, value_words


def set_of(kind: SetKind, cards: str) -> CardSet:
    """Return the set of cards given in notation, such as `Rr Cr Nr`."""
    return CardSet(kind, tuple(CARD_BY_NAME[name] for name in cards.split()))


SETS: Final = {
    "king": set_of(SetKind.KING, "Kr"),
    "king_pair": set_of(SetKind.PAIR, "Ky Ky"),
    "pair": set_of(SetKind.PAIR, "Rg Rg"),
    "exposed_triple": set_of(SetKind.TRIPLE, "Cr Cr Cr"),
    "khap": set_of(SetKind.KHAP, "Nw Nw Nw"),
    "khui": set_of(SetKind.KHUI, "Ng Ng Ng Ng"),
    "quan": set_of(SetKind.QUAN, "Mr Mr Mr Mr"),
    "king_guard_minister": set_of(SetKind.KGM, "Ky Gy My"),
    "rook_cannon_knight": set_of(SetKind.RCN, "Rr Cr Nr"),
    "three_pawns": set_of(SetKind.PAWNS3, "Pr Py Pg"),
    "four_pawns": set_of(SetKind.PAWNS4, "Pr Py Pg Pw"),
}
"""A drawn example of every set that has points, by its option (§13.1)."""

_COMMON: Final = (
    SETS["rook_cannon_knight"],
    set_of(SetKind.RCN, "Rw Cw Nw"),
    SETS["four_pawns"],
    set_of(SetKind.TRIPLE, "Gg Gg Gg"),
)
PLAIN: Final = (
    *_COMMON,
    set_of(SetKind.KHAP, "Mw Mw Mw"),
    set_of(SetKind.KGM, "Kr Gr Mr"),
    SETS["pair"],
)
"""A complete hand of 21 cards without a quan, a khui or a yellow king."""
YELLOW: Final = (*PLAIN[:5], SETS["king_guard_minister"], SETS["pair"])
"""The same with one yellow king."""
QUAN: Final = (*_COMMON, SETS["quan"], set_of(SetKind.PAIR, "Nw Nw"), SETS["pair"])
"""A complete hand of 21 cards with a quan."""


POINTS_PAY_NOTHING: Final = gettext_lazy(
    "Points only say how good a hand is. They don't change what is paid."
)
"""What is said of points under a flat stake."""


class Section(NamedTuple):
    """A heading with sentences, and the sets with their points that are drawn below it."""

    heading: str | Promise
    facts: tuple[str | Promise, ...]
    sets: tuple[CardSet, ...] = ()


class Example(NamedTuple):
    """An example of a payment: the hand in words and drawn, and what each seat wins or pays."""

    hand: str
    sets: tuple[CardSet, ...]
    """Empty where it is the hand of another example."""
    winner: str
    loser: str
    """What each loser gets or pays who is not named apart."""
    named: str
    """What the loser gets or pays whom the situation names; empty where it names none."""


class Plays(NamedTuple):
    """A rule set as shown on its page."""

    rules: RuleSet
    sections: tuple[Section, ...]
    examples: tuple[Example, ...]
    seats: int
    """How many play in the examples."""
    names_a_loser: bool
    """Whether an example names one of the losers."""


def how_we_play(rules: RuleSet) -> Plays:
    """Return a rule set in plain words, with worked payments."""
    worked = tuple(_examples(rules, max(rules.seats)))
    return Plays(rules, facts_of(rules), worked, max(rules.seats), any(one.named for one in worked))


def facts_of(rules: RuleSet) -> tuple[Section, ...]:
    """Return all rules that follow from a rule set's options, by heading; options without effect are left out."""
    facts = {"points": _points, "paid": _paid, "must": _must, "drawn": _drawn, "rest": _rest}
    found = [Section(_("The game"), tuple(_game(rules)))]
    for group, heading in GROUPS.items():
        said = facts.get(group, _discards)(rules)
        worth = tuple(one for one in SETS.values() if points_of(one, rules))
        sets = worth if group == "points" else ()
        found.append(Section(heading, tuple(said), sets))
    return tuple(found)


def seats_words(rules: RuleSet) -> str:
    """Return the number of players of this rule set, in words (§1.2)."""
    first, *more = rules.seats
    if not more:
        return _("We play with %(count)d players.") % {"count": first}
    if len(more) == 1:
        return _("We play with %(few)d or %(many)d players.") % {"few": first, "many": more[0]}
    return _("We play with 2, 3 or 4 players.")


def _game(rules: RuleSet) -> Iterator[str]:
    yield seats_words(rules)
    yield _("Everyone gets 20 cards, and the player who starts gets 21.")
    yield _("You win when every card in your hand belongs to a set.")


def _points(rules: RuleSet) -> Iterator[str | Promise]:
    if any(not points_of(one, rules) for one in SETS.values()):
        yield _("A set that isn't shown here is worth nothing.")
    if rules.king and rules.king_pair:
        yield _(
            "Two equal kings in your hand count as a pair or as two single kings, whichever is more."
        )
    if rules.payment == "flat":
        yield POINTS_PAY_NOTHING


def _paid(rules: RuleSet) -> Iterator[str | Promise]:
    yield from _hand(rules)
    if rules.loser_kongs == "none" or not (rules.quan or rules.khui or rules.khap):
        yield value_words("loser_kongs", "none")
    else:
        yield from _kongs(rules)
    if not rules.judges or max(rules.seats) > 2:  # of two nobody is the offender (§10.5)
        yield value_words("penalty", rules.penalty)
    if rules.pot:
        said = {"amount": in_unit(rules.pot), "sets": _factored(rules)}
        yield (
            _(
                "Before each deal everyone puts %(amount)s into the pot (đậu heo). A winner with %(sets)s takes it all."
            )
            % said
        )


def _hand(rules: RuleSet) -> Iterator[str]:
    """Yield sentences about what one loser pays for the hand (§13.2, §13.4)."""
    said = {
        "unit": rules.unit,
        "factor": rules.factor,
        "base": rules.base,
        "fixed": rules.fixed,
        "more": rules.base + rules.fixed,
        "multiplied": rules.unit * rules.factor,
        "each": rules.yellow_king * rules.unit // 2,
        "sets": _factored(rules),
    }
    multiplied = rules.factor > 1 and rules.factor_for != "nothing"
    if rules.payment == "flat":
        yield _("Each loser pays the winner %(unit)d for a plain hand (tới trơn).") % said
        if multiplied:
            yield _("With %(sets)s it is %(multiplied)d instead (tới quan).") % said
        if rules.yellow_king:
            yield _("Each yellow king (tướng vàng) that the winner has adds %(each)d.") % said
        return
    if rules.payment == "amount" and said["more"]:
        yield _("Each loser pays the winner the points of the hand and %(more)d more.") % said
    elif rules.payment == "amount" or rules.unit == 1:
        yield _("Each loser pays the winner the points of the hand.")
    else:
        yield _("Each loser pays the winner %(unit)d for each point of the hand.") % said
    if multiplied and rules.payment == "amount" and said["more"]:
        words = _("If the winner has %(sets)s, each loser pays %(factor)d × (points + %(base)d).")
        if rules.fixed:
            words = _(
                "If the winner has %(sets)s, each loser pays %(factor)d × (points + %(base)d) + %(fixed)d."
            )
        yield words % said
    elif multiplied:
        yield _("If the winner has %(sets)s, the points are multiplied by %(factor)d.") % said


def _factored(rules: RuleSet) -> str:
    """Return the name of the sets that multiply a payment, to insert into a sentence: "a quan or a khui"."""
    return _("a quan") if rules.factor_for == "quan" else _("a quan or a khui")


def _kongs(rules: RuleSet) -> Iterator[str]:
    """Yield sentences about what a loser's own quan and khui change (§13.3)."""
    said = {
        "quan": side(SetKind.QUAN, rules),
        "khui": side(SetKind.KHUI, rules),
        "khap": rules.khap,
    }
    if rules.loser_kongs == "deduct":
        yield (
            _(
                "A loser pays %(quan)d less for each quan and %(khui)d less for each khui of their "
                "own, but never less than 0."
            )
            % said
        )
        return
    if rules.quan or rules.khui:
        yield (
            _(
                "A loser gets %(quan)d from everyone else for each quan of theirs, and %(khui)d "
                "for each khui."
            )
            % said
        )
    if rules.payment == "amount" and rules.khap:
        yield (
            _("A loser who still holds a khạp in hand gets %(khap)d for it from every other loser.")
            % said
        )


def _must(rules: RuleSet) -> Iterator[str | Promise]:
    forced = rules.pair_claim == "forced"
    yield from (value_words(name, getattr(rules, name)) for name in ("win_claim", "khap_claim"))
    yield value_words("pair_claim", rules.pair_claim)
    if forced and rules.pair_waived_when_waiting:
        yield value_words("pair_waived_when_waiting", True)
    elif forced:
        yield _(
            "But if your only trash is two cards that go together, such as two pawns, your pair does "
            "not take the card."
        )
    kept = rules.drawn_king == "kept" and rules.discards != "any"
    if rules.king_triples and (forced or kept):
        yield _("A pair of kings takes a third king only on your own turn.")
    else:
        yield value_words("king_triples", rules.king_triples)


def _drawn(rules: RuleSet) -> Iterator[str | Promise]:
    all_die = rules.unclaimed_draw == "dies"
    yield value_words("unclaimed_draw", rules.unclaimed_draw)
    if rules.drawn_king == "kept" or (rules.drawn_king == "dies" and not all_die):
        yield value_words("drawn_king", rules.drawn_king)
    if rules.fourth_to_exposed_triple:
        yield value_words("fourth_to_exposed_triple", True)


def _discards(rules: RuleSet) -> Iterator[str | Promise]:
    yield value_words("discards", rules.discards)
    yield value_words("melds", rules.melds)


def _rest(rules: RuleSet) -> Iterator[str | Promise]:
    yield value_words("khaps_announced", rules.khaps_announced)
    if rules.stock_limit:
        yield _(
            "When %(count)d cards are left in the stock, the deal is over: nobody wins and nobody pays."
        ) % {"count": rules.stock_limit}
    else:
        yield _("When the stock is empty, the deal is over: nobody wins and nobody pays.")
    yield _("The winner starts the next deal.")
    yield value_words("starter_after_draw", rules.starter_after_draw)


def _examples(rules: RuleSet, seats: int) -> Iterator[Example]:
    """Yield examples of payments under this rule set, computed by the engine (§9)."""
    flat = rules.payment == "flat"
    plain = (
        _("A plain hand (tới trơn)")
        if flat
        else _of_points(rules, PLAIN, _("A hand of %(points)s"))
    )
    yield _worked(rules, seats, plain, PLAIN)
    if has_effect(rules, "yellow_king") and rules.yellow_king:
        yield _worked(rules, seats, _("A plain hand with one yellow king"), YELLOW)
    quan = (
        _("A hand with a quan (tới quan)")
        if flat
        else _of_points(rules, QUAN, _("A hand of %(points)s with a quan"))
    )
    yield _worked(rules, seats, quan, QUAN)
    if rules.loser_kongs != "none" and side(SetKind.KHUI, rules):
        words = _("%(hand)s; one loser has a khui") % {"hand": plain}
        yield _worked(rules, seats, words, PLAIN, khui=True)
    if rules.judges and seats > 2:
        words = _("%(hand)s, won with a loser's risky discard (đền)") % {"hand": plain}
        yield _worked(rules, seats, words, PLAIN, offends=True)


def _of_points(rules: RuleSet, sets: Sequence[CardSet], words: str) -> str:
    return words % {"points": points_words(hand_points(rules, sets))}


def _worked(
    rules: RuleSet,
    seats: int,
    words: str,
    sets: tuple[CardSet, ...],
    *,
    khui: bool = False,
    offends: bool = False,
) -> Example:
    """Return an example in which seat 0 wins with `sets`.

    With `khui` seat 1 has a khui, with `offends` seat 1 pays for all.
    """
    own: list[SetKind] = [one.kind for one in sets if one.kind in (SetKind.QUAN, SetKind.KHUI)]
    kongs: list[list[SetKind]] = [
        own,
        [SetKind.KHUI] if khui else [],
        *([] for _seat in range(seats - 2)),
    ]
    result = score(
        rules,
        winner=0,
        sets=sets,
        kongs=kongs,
        khaps=[0] * seats,
        offender=1 if offends else None,
    )
    names = khui or offends
    others = "–" if names and seats == 2 else signed(result.net[-1])
    named = signed(result.net[1]) if names else ""
    return Example(words, () if names else sets, signed(result.net[0]), others, named)
