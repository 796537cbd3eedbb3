"""Judges discards: finds the worst cards of a hand, on which the penalty (luật đền) depends (§10).

For each trash card it computes how much the rest of the block can still hope for from its next hit. It uses only what
the discarder can see before the discard. Only trash is judged, whatever else the rules allow to be discarded
(§13.13).
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.engine.cards import CARDS, Card
from games.engine.hands.families import COUNTS, GAIN, GAIN_ALONE, PLACE, TRASH, TRASH_CARDS, UNIT
from games.engine.hands.hand import Block, count, melds, trash, without
from games.engine.sets import SetKind


class Verdict(NamedTuple):
    """The judgement of §10.3 on all discards that a block allows."""

    usefulness: tuple[tuple[Card, int], ...]
    """U(c) of each trash card, sorted by card."""
    worst: tuple[Card, ...]
    """The discards with the greatest usefulness, each of them safe; at the stock's limit
    all of the trash. No other discard is ever safe (§13.13)."""

    @property
    def discards(self) -> tuple[Card, ...]:
        """D, the trash cards, sorted (§4.1, §13.13)."""
        return tuple([card for card, _ in self.usefulness])


class Gain(NamedTuple):
    """What a hit of one kind of card would be worth to a block after a discard (§10.2)."""

    card: Card
    unseen: int
    """w(k): the copies neither held nor face up."""
    gain: int
    """gain(c, k), 1 or more."""


class Hope(NamedTuple):
    """A line of the verdict's arithmetic: one kind of card, and what it would be worth after each legal discard."""

    card: Card
    held: int
    """Copies in the block before the discard; the discard itself is not still to come either."""
    face_up: int
    """Copies that lie face up."""
    gains: tuple[int, ...]
    """gain(c, k) after each discard, 0 where the card could not be melded (§10.2)."""

    @property
    def unseen(self) -> int:
        """w(k): the copies neither held nor face up."""
        return 4 - self.held - self.face_up


# The counts of a family's cards, by place, among the 28 counts of what lies face up.
_SEEN: Final = (
    *(slice(colour, 12, 4) for colour in range(4)),
    *(slice(12 + colour, 24, 4) for colour in range(4)),
    slice(24, 28),
)

_Gains = tuple[tuple[tuple[int, ...], ...], ...]


def _unheld(table: _Gains) -> tuple[tuple[int, ...], ...]:
    """Return ``[family][code]``: (4 - copies held) * gain, summed over the family's cards."""
    return tuple(
        tuple(
            [
                sum([(4 - held) * gain for held, gain in zip(counts, gains, strict=True)])
                for counts, gains in zip(family_counts, family_gains, strict=True)
            ]
        )
        for family_counts, family_gains in zip(COUNTS, table, strict=True)
    )


_UNHELD: Final = _unheld(GAIN)
_UNHELD_ALONE: Final = _unheld(GAIN_ALONE)


def _hope(
    family: int,
    code: int,
    face_up: Sequence[int],
    table: _Gains,
    unheld: tuple[tuple[int, ...], ...],
) -> int:
    """Return a family's part of U: its gains, each times the copies neither held nor face up."""
    gains = table[family][code]
    seen = face_up[_SEEN[family]]
    hope = unheld[family][code] - gains[0] * seen[0] - gains[1] * seen[1] - gains[2] * seen[2]
    return hope - gains[3] * seen[3] if len(gains) == 4 else hope


def verdict(block: Block, face_up: Sequence[int], *, stock_at_limit: bool) -> Verdict:
    """Return the usefulness of each trash card of ``block``, and the worst cards (§10.2, §10.3).

    ``block`` is the private block before the discard. ``face_up`` says how many copies of each of the 28 kinds lie
    face up: in all public blocks, the owner's too, and among the dead cards. With ``stock_at_limit`` (§8.1) there is
    no next hit, and every trash card is safe. A block without trash gets an empty verdict.

    The result is the same under every rule set. Bans on melds of kings cost no hope, since a king alone is never
    worse than a pair or triple of kings; and the fourth card of an exposed triple (§5.5) does not count here
    (§13.13).
    """
    trashes = [TRASH[family][code] for family, code in enumerate(block)]
    holders = [family for family, left in enumerate(trashes) if left]
    hopes = [_hope(f, code, face_up, GAIN, _UNHELD) for f, code in enumerate(block)]
    everything = sum(hopes)
    usefulness: list[tuple[Card, int]] = []
    for family in holders:
        code = block[family]
        elsewhere = everything - hopes[family]
        table, unheld = GAIN, _UNHELD
        # A meld may be preferred to a khui only where it wins (§10.2): where all of the trash
        # that the discard leaves is in the meld's own family. That is this family or, if the
        # discard is the last trash of this one, the only other that has some.
        if len(holders) == 1:
            table, unheld = GAIN_ALONE, _UNHELD_ALONE
        elif len(holders) == 2 and trashes[family] == 1:
            other = holders[holders[0] == family]
            elsewhere += _hope(other, block[other], face_up, GAIN_ALONE, _UNHELD_ALONE)
            elsewhere -= hopes[other]
        for card in TRASH_CARDS[family][code]:
            after = code - UNIT[card]
            # The discard itself is held no more, but it is not still to come either.
            gone = table[family][after][PLACE[card]]
            here = _hope(family, after, face_up, table, unheld) - gone
            usefulness.append((card, elsewhere + here))
    usefulness.sort()
    most = max([useful for _, useful in usefulness], default=0)
    return Verdict(
        tuple(usefulness),
        tuple([card for card, useful in usefulness if stock_at_limit or useful == most]),
    )


def gains(block: Block, card: Card, face_up: Sequence[int]) -> tuple[Gain, ...]:
    """Return the kinds of card that make up U(c) of this discard: those with a gain and unseen copies (§10.2, §10.3).

    This follows the definition, to be shown to people; `verdict` gets the same sum from tables.
    """
    after = without(block, (card,))
    before = trash(after)
    found: list[Gain] = []
    for kind in CARDS:
        unseen = 4 - count(block, kind) - face_up[kind]
        options = melds(after, kind)
        if count(after, kind) == 3 and all(option.trash for option in options):
            options = tuple(option for option in options if option.kind is SetKind.KHUI)
        if options and unseen > 0:
            gain = 1 + before - min(option.trash for option in options)
            found.append(Gain(kind, unseen, gain))
    return tuple(found)


def arithmetic(block: Block, discards: Sequence[Card], face_up: Sequence[int]) -> tuple[Hope, ...]:
    """Return the terms of U for several discards side by side, one line for each kind that any of them hopes for.

    For each discard, the unseen copies times its gains add up to its usefulness (§10.3).
    """
    hoped = [{one.card: one.gain for one in gains(block, card, face_up)} for card in discards]
    return tuple(
        [
            Hope(
                kind,
                count(block, kind),
                face_up[kind],
                tuple([column.get(kind, 0) for column in hoped]),
            )
            for kind in CARDS
            if any(kind in column for column in hoped)
        ]
    )
