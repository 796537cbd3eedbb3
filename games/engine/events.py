"""What happened in a deal, in the past tense: the facts from which `deal.fold` rebuilds every state."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.cards import Card
from games.engine.disputing.dispute_events import DisputeEvent
from games.engine.fast_frozen import quick_to_make
from games.engine.moves import Claim, ClaimKind, Discard, Hit, Meld, Move, Pass
from games.engine.rules import RuleSet
from games.engine.scoring import Result
from games.engine.sets import SetKind
from games.engine.worst import Verdict


@dataclass(frozen=True, slots=True)
class DealCommitted:
    """The deal is set up and its secret is bound: `commitment` is the SHA-256 of the server's secret seed.

    `players` are opaque labels in seat order (`"player:12"`, `"bot:club"`); `rules` are the options in full (§11.1).
    `starter` is None when the dice are to find it (§1.5), else the seat fixed by §8.3.
    """

    rules: RuleSet
    players: tuple[str, ...]
    commitment: str
    starter: int | None


@quick_to_make
@dataclass(frozen=True, slots=True)
class SeedCommitted:
    """A seat is bound to its seed, which nobody knows yet: `commitment` is the SHA-256 of the seed's text, in hex.

    `kept` says that the server made the seed and keeps it: of its own secret, by `shuffle.kept_seed`.
    """

    seat: int
    commitment: str
    kept: bool


@quick_to_make
@dataclass(frozen=True, slots=True)
class SeedGiven:
    """A seat's seed for the shuffle, before the deal: opened once all seats are bound to theirs.

    In deals from before seats were bound it was given outright.
    """

    seat: int
    seed: str


@dataclass(frozen=True, slots=True)
class SeedWithheld:
    """A seat was bound to a seed and did not open it in time; the deal is called off."""

    seat: int


@dataclass(frozen=True, slots=True)
class DealCancelled:
    """The table broke up before the cards were dealt; the deal never happened."""

    reason: str


@dataclass(frozen=True, slots=True)
class DealStarted:
    """The cards are dealt (§1.4), quans laid (§3.2); `dice` is None if the starter was fixed.

    `hands` holds all dealt cards of each seat, sorted; `quans` the kinds of which a seat was dealt all four; `stock`
    is drawn from the front.
    """

    starter: int
    dice: tuple[int, int] | None
    hands: tuple[tuple[Card, ...], ...]
    quans: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]


@quick_to_make
@dataclass(frozen=True, slots=True)
class CardDiscarded:
    """Đánh (§4). `verdict` is the judgement of §10.4, None where the rules have no penalty.

    The opening discard follows no meld and is exempt (§10.5).
    """

    seat: int
    card: Card
    verdict: Verdict | None
    opening: bool


@quick_to_make
@dataclass(frozen=True, slots=True)
class CardDrawn:
    """Bốc (§6.4): the seat draws a card, which is active for all to see; an active card before it is dead (§4.4)."""

    seat: int
    card: Card


@quick_to_make
@dataclass(frozen=True, slots=True)
class CardMelded:
    """Ăn (§5): the active card and `cards` of the private block form a set of this kind in the public block.

    `forced` melds happen by themselves (§6.1-§6.3).
    """

    seat: int
    active: Card
    cards: tuple[Card, ...]
    kind: SetKind
    forced: bool


@quick_to_make
@dataclass(frozen=True, slots=True)
class TripleCompleted:
    """The seat added the card that it drew to its own exposed triple, which wins (§5.5)."""

    seat: int
    card: Card


@quick_to_make
@dataclass(frozen=True, slots=True)
class TurnPassed:
    """Bỏ qua (§6.4): the seat left the card that it drew to the next seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class KingDied:
    """The drawer declined a drawn king, which is dead (§6.8)."""

    seat: int


@dataclass(frozen=True, slots=True)
class CardDied(KingDied):
    """The drawer left the card that it drew, which is dead: nobody has a second chance on it (§13.8)."""


@dataclass(frozen=True, slots=True)
class PairWaived:
    """The seat did not take the card with its pair, since its switch was on (§13.6); everybody is told."""

    seat: int


@dataclass(frozen=True, slots=True)
class WaiverTurned:
    """The seat turned its switch for pairs; while it is `on` no pair of the seat is forced (§13.6). Nobody else
    learns it before the end.
    """

    seat: int
    on: bool


@quick_to_make
@dataclass(frozen=True, slots=True)
class ClaimsOffered:
    """What each seat may claim on the active card (§6.6), in seat order; empty for seats without an offer."""

    offers: tuple[tuple[ClaimKind, ...], ...]


@quick_to_make
@dataclass(frozen=True, slots=True)
class ClaimAnswered:
    """A seat's answer to its offer; None declines. Nobody else learns it before all have answered (§6.10)."""

    seat: int
    kind: ClaimKind | None


@quick_to_make
@dataclass(frozen=True, slots=True)
class ClaimsDeclined:
    """Nobody claimed the active card; the turn goes on (§6.7)."""


@dataclass(frozen=True, slots=True)
class TimeRanOut:
    """The seat let its time run out; the careful bot plays for it, in the events that follow."""

    seat: int


@dataclass(frozen=True, slots=True)
class ClockExtended:
    """Those whom the deal waits for have `seconds` more: the time in which the service was not there to be asked, or
    what the director gives them.
    """

    seconds: int
    reason: str


@dataclass(frozen=True, slots=True)
class WindowHeld:
    """The seat, asked or not, holds the open claim window up for everybody by `seconds` more (§6.10)."""

    seat: int
    seconds: int


@dataclass(frozen=True, slots=True)
class BankUsed:
    """A seat used `seconds` of its bank for this deal, thinking longer than a move may take."""

    seat: int
    seconds: int


@dataclass(frozen=True, slots=True)
class SeatGone:
    """A seat has no player: until they return the careful bot moves for it immediately, in events like any move's."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatUnseen:
    """A seat's move is due and no page of its player is open: it counts as gone, and the bot's move follows."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatBack:
    """The seat's owner plays again."""

    seat: int


@dataclass(frozen=True, slots=True)
class PauseAsked:
    """A seat asks for a pause, or with `resume` for its end; it begins when everyone present has asked."""

    seat: int
    resume: bool


@dataclass(frozen=True, slots=True)
class RefereeCalled:
    """The seat (None: a director) called the referee, and the pause that follows waits for them."""

    seat: int | None


@dataclass(frozen=True, slots=True)
class DealPaused:
    """The deal is paused: clocks stop and nobody moves until it resumes; by the `director`, or as all present
    agreed.
    """

    director: bool


@dataclass(frozen=True, slots=True)
class DealResumed:
    """Every clock goes on from where it stood: by the director, as all agree, or since the pause was long enough."""

    director: bool


@quick_to_make
@dataclass(frozen=True, slots=True)
class DealWon:
    """Tới (§7): the seat's private block has no trash, and this is what everybody pays (§9)."""

    seat: int
    result: Result


@dataclass(frozen=True, slots=True)
class DealExhausted:
    """Hoà (§8.1): the seat was due to draw from a stock at its limit; nobody pays, and it starts the next deal."""

    due: int
    result: Result


@dataclass(frozen=True, slots=True)
class DealStopped(DealExhausted):
    """A director stopped a tournament's deal, with a reason: nobody won, nobody pays, the hands are shown.

    `due` is the seat that started it, which starts the one that is played instead.
    """

    reason: str


@dataclass(frozen=True, slots=True)
class SecretPublished:
    """The server's secret seed (hex), so that anybody can check the commitment and the shuffle."""

    secret: str


Ended = DealWon | DealExhausted
"""How a deal ends whose cards were dealt; a `DealStopped` is a `DealExhausted`."""

Event = (
    DealCommitted
    | SeedCommitted
    | SeedGiven
    | SeedWithheld
    | DealCancelled
    | DealStarted
    | CardDiscarded
    | CardDrawn
    | CardMelded
    | TripleCompleted
    | TurnPassed
    | KingDied
    | CardDied
    | PairWaived
    | WaiverTurned
    | ClaimsOffered
    | ClaimAnswered
    | ClaimsDeclined
    | TimeRanOut
    | ClockExtended
    | WindowHeld
    | BankUsed
    | SeatGone
    | SeatUnseen
    | SeatBack
    | PauseAsked
    | RefereeCalled
    | DealPaused
    | DealResumed
    | DealWon
    | DealExhausted
    | DealStopped
    | SecretPublished
    | DisputeEvent
)
"""Everything that can happen to a deal."""


def is_decision(event: Event) -> bool:
    """Return whether somebody decided to move so; a forced meld and the end of the stock are nobody's decision."""
    forced = isinstance(event, DealExhausted) or (isinstance(event, CardMelded) and event.forced)
    return not forced and move_behind(event) is not None


def move_behind(event: Event) -> Move | None:
    """Return the move that this event answers first, None if it is never the first answer to a move."""
    match event:
        case CardDiscarded():
            return Discard(event.seat, event.card)
        case CardMelded():
            return Meld(event.seat, event.cards)
        case TurnPassed() | KingDied():
            return Pass(event.seat)
        case CardDrawn():
            return Hit(event.seat)
        case DealExhausted() if not isinstance(event, DealStopped):
            return Hit(event.due)
        case ClaimAnswered():
            return Pass(event.seat) if event.kind is None else Claim(event.seat, event.kind)
    return None
