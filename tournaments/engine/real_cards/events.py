"""Events at tables with real cards, where the engine knows only the entered results, not the moves.

Seats are numbers 0..3. Sets are texts of `games.engine.real_cards.results` (`pair Rr Rr`). ``net`` is in points. An
entered result is never edited: a seat contradicts it, or a director's correction follows it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias

from games.engine.real_cards.counted import CountedHand
from tournaments.engine.participants import Net
from tournaments.engine.real_cards.outcome_names import row_of


@dataclass(frozen=True, slots=True)
class PhysicalTablesSet:
    """A director set a table (None: every table) to play with real cards, or on screens again.

    It applies from round ``first`` to ``last`` (None: all later rounds). A table with a bot stays on screens.
    """

    table: int | None
    first: int
    last: int | None
    cardboard: bool
    director: int


@dataclass(frozen=True, slots=True)
class Lay:
    """The cards on the table at the end, as entered; the fields are those of `CardboardResult`.

    ``section`` is the section of the rulebook cited for a penalty, empty without one. If only the numbers of the
    winner's hand were entered, ``counted`` holds them and ``sets`` is empty.
    """

    winner: int | None
    sets: tuple[str, ...] = ()
    asides: tuple[tuple[str, ...], ...] = ((), (), (), ())
    offender: int | None = None
    section: str = ""
    counted: CountedHand | None = None


def with_counted(payload: dict[str, Any]) -> dict[str, Any]:
    """Return the payload of an older event, completed with ``counted`` as None.

    When it was stored, every entered result had the cards of the winner's hand.
    """
    lay = payload["lay"]
    return {**payload, "lay": lay and {**lay, "counted": None}}


def with_yellow_kings(payload: dict[str, Any]) -> dict[str, Any]:
    """Return the payload of an older event, completed with 0 yellow kings in ``counted``.

    When it was stored, yellow kings were not paid for (§13.4).
    """
    lay = payload["lay"]
    counted = lay and lay["counted"]
    return {
        **payload,
        "lay": lay and {**lay, "counted": counted and {**counted, "yellow_kings": 0}},
    }


@dataclass(frozen=True, slots=True)
class ResultEntered:
    """A deal with real cards ended and counts.

    ``seat`` entered the result and so confirms it; None means that a director entered it.
    """

    round: int
    table: int
    deal_number: int
    deal_id: int
    lay: Lay
    net: Net
    points: int
    seat: int | None
    decider: int | None = None
    """The director, None where a seat entered it."""
    plays: bool = False
    """Whether that director plays in the tournament, so that the table has to confirm it."""


@dataclass(frozen=True, slots=True)
class ResultConfirmed:
    """These seats confirmed this ``revision`` of the result, or a ``director`` confirmed it for all.

    ``phone`` is the seat whose phone was passed round, None if everybody used their own.
    """

    round: int
    table: int
    deal_number: int
    deal_id: int
    revision: int
    seats: tuple[int, ...]
    phone: int | None
    director: bool
    decider: int | None = None
    """Who decided as a director, or on appeal as a referee."""
    digits_on: int | None = None
    """The player on whose device the digits of these seats' cards were typed; None where they said it themselves."""
    on_playing_directors_device: bool = False
    """Whether that device, or the phone, is of a director who plays in the tournament: it does not count alone."""


@dataclass(frozen=True, slots=True)
class ResultContradicted:
    """A seat contradicted the result. A director decides, by confirming or correcting it."""

    round: int
    table: int
    deal_number: int
    deal_id: int
    revision: int
    seat: int
    reason: str


@dataclass(frozen=True, slots=True)
class ResultCorrected:
    """A director corrected the result: this ``revision`` replaces the one before it."""

    round: int
    table: int
    deal_number: int
    deal_id: int
    revision: int
    lay: Lay
    net: Net
    points: int
    reason: str
    director: int


@dataclass(frozen=True, slots=True)
class Discard:
    """The discard that completed the winner's hand, as reported; the fields are those of `ReportedDiscard`."""

    seat: int
    card: str
    hand: tuple[str, ...]
    public: tuple[tuple[str, ...], ...]
    dead: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Judgement:
    """The engine's judgement of a discard (§10.4).

    It has the trash in the hand, the number of cards in the stock, and the usefulness U of each possible discard.
    """

    trash: int
    stock: int
    usefulness: tuple[tuple[str, int], ...]
    worst: tuple[str, ...]
    opening: bool
    penalty: bool


@dataclass(frozen=True, slots=True)
class DiscardDisputed:
    """A seat (None: a director or referee) disputed that a result has a penalty, or has none (§10.7).

    A referee should rule by ``rule_by`` (UTC), but nothing happens by itself if they don't; None means no deadline.
    """

    round: int
    table: int
    deal_number: int
    deal_id: int
    revision: int
    seat: int | None
    player: int
    discard: Discard
    judgement: Judgement
    reason: str
    rule_by: datetime | None = None


@dataclass(frozen=True, slots=True)
class DiscardJoined:
    """Another seat joined the dispute of a discard, before the ruling (§10.7)."""

    round: int
    table: int
    deal_number: int
    deal_id: int
    revision: int
    seat: int
    player: int
    reason: str


@dataclass(frozen=True, slots=True)
class DiscardAnswered:
    """The seat that made the disputed discard answers, once and before the ruling (§10.7)."""

    round: int
    table: int
    deal_number: int
    deal_id: int
    revision: int
    seat: int
    player: int
    reason: str


@dataclass(frozen=True, slots=True)
class DiscardWithdrawn:
    """A referee withdrew a ruling (§10.8): the dispute is open again.

    This ``revision`` restores the result from before the ruling.
    """

    round: int
    table: int
    deal_number: int
    deal_id: int
    revision: int
    lay: Lay
    net: Net
    points: int
    reason: str
    referee: int


@dataclass(frozen=True, slots=True)
class DiscardRuled:
    """A referee ruled on a disputed discard (§10.8): this ``revision`` of the result counts.

    ``outcome`` is a name of `outcome_names`. If it is `void`, ``lay`` stays as entered, and `DealVoided` follows.
    """

    round: int
    table: int
    deal_number: int
    deal_id: int
    revision: int
    outcome: str
    lay: Lay
    net: Net
    points: int
    section: str
    reason: str
    referee: int
    until: datetime | None = None
    """Until when it can be appealed (UTC), where it came after the closing; before, the time to appeal is all's."""

    @property
    def penalty(self) -> bool:
        """Return whether the discarder pays the penalty."""
        return row_of(self.outcome).penalty(True)

    @property
    def shared(self) -> bool:
        """Return whether the ruling shares the payment (§10.8).

        Each other loser then pays half of A, and the discarder the rest.
        """
        return row_of(self.outcome).shared

    @property
    def void(self) -> bool:
        """Return whether nobody pays anything."""
        return row_of(self.outcome).void


@dataclass(frozen=True, slots=True)
class DiscardProposed:
    """A referee proposed a ruling that needs a second signature (§10.8); nothing is decided yet.

    ``outcome`` is a name of `outcome_names`.
    """

    round: int
    table: int
    deal_number: int
    deal_id: int
    revision: int
    outcome: str
    section: str
    reason: str
    referee: int


@dataclass(frozen=True, slots=True)
class DiscardSigned:
    """A second referee signed the proposal. The first referee's `DiscardRuled` follows immediately."""

    round: int
    table: int
    deal_number: int
    deal_id: int
    revision: int
    referee: int


@dataclass(frozen=True, slots=True)
class DiscardUnsigned:
    """A second referee rejected the proposal, or the first took it back; the dispute is open as before."""

    round: int
    table: int
    deal_number: int
    deal_id: int
    revision: int
    reason: str
    referee: int


@dataclass(frozen=True, slots=True)
class DiscardAppealed:
    """A seat appealed the ruling to another referee, whose decision is final (§10.8).

    ``rule_by`` is as in `DiscardDisputed`.
    """

    round: int
    table: int
    deal_number: int
    deal_id: int
    revision: int
    seat: int
    reason: str
    rule_by: datetime | None = None


@dataclass(frozen=True, slots=True)
class PhotographAdded:
    """A seat (None: a director) added a photograph to a result.

    ``number`` counts the photographs of that deal (1, 2 …). ``sha256``, ``size`` in bytes, ``kind`` (a media type),
    ``width`` and ``height`` describe the stored file. Its bytes are not in the log.
    """

    round: int
    table: int
    deal_number: int
    deal_id: int
    number: int
    sha256: str
    size: int
    kind: str
    width: int
    height: int
    seat: int | None
    player: int


@dataclass(frozen=True, slots=True)
class PhotographRemoved:
    """A director removed a photograph: the bytes are deleted, the digest stays."""

    round: int
    table: int
    deal_number: int
    deal_id: int
    number: int
    reason: str
    director: int


DiscardEvent: TypeAlias = (
    DiscardJoined
    | DiscardAnswered
    | DiscardRuled
    | DiscardWithdrawn
    | DiscardProposed
    | DiscardSigned
    | DiscardUnsigned
    | DiscardAppealed
)
"""What happens to a disputed discard after the filing."""
ResultEvent: TypeAlias = (
    ResultConfirmed
    | ResultContradicted
    | ResultCorrected
    | DiscardDisputed
    | DiscardEvent
    | PhotographAdded
    | PhotographRemoved
)
"""What happens to a result that was entered."""
CardboardEvent: TypeAlias = PhysicalTablesSet | ResultEntered | ResultEvent
"""Everything that happens at tables with real cards."""
