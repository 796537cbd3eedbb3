"""The values of API fields that allow only a few, with their meanings for the API's schema."""

from __future__ import annotations

from typing import Final

from games.club.calls import CallReason
from games.engine.moves import ClaimKind
from games.engine.sets import SetKind
from games.engine.state import Phase
from games.queries.play.participants import BOT_CHOICES

PHASES: Final = (
    (Phase.SEEDS, "The seats in `waiting` have to say that they are ready."),
    (Phase.REVEAL, "The seats in `waiting` have to open their seeds; then the cards are dealt."),
    (Phase.DISCARD, "The seat in turn has to discard (§4)."),
    (Phase.CLAIMS, "Seats that may claim the active card have to answer (§6.6)."),
    (Phase.TURN, "The seat in turn melds the active card, or hits, or passes (§6.4, §6.7)."),
    (Phase.OVER, "The deal has ended; `ending` says how."),
)
SET_KINDS: Final = (
    (SetKind.KING, "One king (§2.1)."),
    (SetKind.PAIR, "Two identical cards (§2.2)."),
    (SetKind.KHAP, "Three identical cards, all from the deal (§2.3)."),
    (SetKind.TRIPLE, "Three identical cards, made with the active card (§2.4)."),
    (SetKind.QUAN, "Four identical cards, all from the deal (§2.5)."),
    (SetKind.KHUI, "Four identical cards, made from a khap and the active card (§2.6)."),
    (SetKind.KGM, "King, guard and minister of one colour (§2.7)."),
    (SetKind.RCN, "Rook, cannon and knight of one colour (§2.8)."),
    (SetKind.PAWNS3, "Three pawns of different colours (§2.9)."),
    (SetKind.PAWNS4, "Four pawns of different colours (§2.10)."),
)
CLAIMS: Final = (
    (ClaimKind.WIN, "Win with the active card."),
    (ClaimKind.KONG, "Make four identical cards of it and a khap."),
    (ClaimKind.TRIPLE, "Make three identical cards of it and a pair."),
)
CALL_REASONS: Final = (
    (CallReason.RULE, "A question about the rules."),
    (CallReason.CONDUCT, "How somebody behaves."),
    (CallReason.ABSENT, "Somebody is not there."),
    (CallReason.DEVICE, "A device or a connection fails."),
    (CallReason.OTHER, "Something else."),
)
BOTS: Final = (
    *BOT_CHOICES,
    ("greedy", "The club bots of older tables."),
    ("safe", "The careful bots of older tables."),
)
