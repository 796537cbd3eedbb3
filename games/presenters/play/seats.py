"""Draws the seats of a table: the players, the cards in front of them, and their hands after the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.common.names import isolated
from games.engine.cards import Card
from games.engine.hands.hand import Block, grouping
from games.engine.rules import RuleSet
from games.engine.sets import CardSet
from games.engine.state import Phase
from games.models import Player, Seat, Table
from games.presenters import sentences
from games.queries.play.participants import bot_at, bot_at_a_glance
from games.queries.play.seen import SeenDeal
from games.queries.play.seen_table import SeenTable

_PLACES = {2: ("top",), 3: ("right", "top"), 4: ("right", "top", "left")}


@dataclass(frozen=True, slots=True)
class OpenHand:
    """A hand shown face up after the end."""

    sets: tuple[CardSet, ...]
    loose: tuple[Card, ...]


class SeatBox(NamedTuple):
    """A seat as the page draws it."""

    number: int
    place: str
    """right, top, left, or own at the bottom."""
    wind: str
    name: str
    free: bool
    bot: bool
    mine: bool
    to_play: bool
    won: bool
    penalised: bool
    ready: bool | None
    """Whether it is ready for the prepared deal; None if none is prepared or a bot sits there."""
    sets: tuple[CardSet, ...]
    private: int
    khaps: int | None
    open_hand: OpenHand | None
    gone: bool = False
    """Whether the careful bot plays this seat without waiting."""
    away: bool = False
    """Whether no page of its owner looks at the table just now."""
    said: str = ""
    """What it has just said."""
    won_with: CardSet | None = None
    """The set that completed its hand."""
    guest: str | None = None
    """What is read after a guest's name, empty where the name says it; None of members and bots."""
    program: bool = False
    """Whether it is a program's account: a mark apart from the name says so, so that a long name cannot hide it."""
    glance: str = ""
    """A shorter name for a narrow seat: of the club's own bot alone, whoever else may be called so."""
    next: str = ""
    """The name for the next deal, if somebody else had this seat in the finished one that is shown."""

    @property
    def is_own(self) -> bool:
        """Return whether this is the viewer's own seat, at the bottom."""
        return self.place == "own"

    @property
    def facts(self) -> SeatBox:
        """Return a copy of the box that leaves out the player's name, the cards, and the position on the screen."""
        bare = self._replace(place="", name="", guest=None, next="")
        return bare._replace(sets=(), private=0, open_hand=None, won_with=None)

    @property
    def backs(self) -> int:
        """Return the width in pixels of the seat's face-down cards; 0 for the viewer, and without such cards."""
        return 0 if self.is_own or not self.private else 7 * self.private + 11

    @property
    def look(self) -> str:
        """Return the seat's CSS classes."""
        marks = {
            f"seat--{self.place}": self.place != "own",
            "seat--turn": self.to_play,
            "seat--winner": self.won,
            "seat--gone": self.gone,
            "seat--bot": self.bot and self.place != "own",
        }
        return " ".join(name for name, holds in marks.items() if holds)


def seat_boxes(page: SeenTable, shown: SeenDeal | None, prepared: SeenDeal | None) -> list[SeatBox]:
    """Return the seats in order, the viewer's first.

    Cards are those of the `shown` deal; `prepared` is the next deal, for which players say that they are ready.
    """
    count = page.table.seat_count
    bottom = _bottom(page, shown)
    places = ("own", *_PLACES[count])
    order = [(bottom + step) % count for step in range(count)]
    return [
        _box(page, shown, prepared, page.seats[number], place)
        for number, place in zip(order, places, strict=True)
    ]


def said_at(box: SeatBox, page: SeenTable, words: str) -> str:
    """Return a phrase to show at a seat.

    The speaker's name is added if the seat still shows another player's cards from the last deal.
    """
    player = page.seats[box.number].player
    if not words or not box.next or player is None:
        return words
    return _("%(who)s: %(words)s") % {"who": player.shown_name, "words": words}


def _bottom(page: SeenTable, shown: SeenDeal | None) -> int:
    if shown is not None and shown.view.viewer is not None:
        return shown.view.viewer
    return page.my_seat or 0


def _box(
    page: SeenTable,
    shown: SeenDeal | None,
    prepared: SeenDeal | None,
    seat: Seat,
    place: str,
) -> SeatBox:
    number = seat.number
    row = prepared.seats[number] if prepared is not None else None
    view = shown.view if shown is not None else None
    player = _holder(page, shown, seat)
    name, guest = _name(page, shown, seat, player)
    result = view.ending.result if view is not None and view.ending is not None else None
    return SeatBox(
        number=number,
        place=place,
        wind=sentences.wind(number),
        name=name,
        guest=guest,
        program=player is not None and player.is_bot,
        glance=bot_at_a_glance(number) if player is None and name == bot_at(number) else "",
        next=_next(page, shown, seat),
        free=seat.player_id is None,
        bot=seat.player_id is None and (bool(seat.bot) or bool(page.table.filler)),
        mine=number
        == (view.viewer if view is not None and view.phase is Phase.OVER else page.my_seat),
        to_play=view is not None and view.phase is not Phase.OVER and _plays(shown, number),
        won=result is not None and result.winner == number,
        penalised=result is not None and result.offender == number,
        ready=row.ready if row is not None and row.player_id is not None else None,
        sets=view.public[number] if view is not None else (),
        private=view.private_counts[number] if view is not None else 0,
        khaps=view.khaps[number] if view is not None and view.khaps is not None else None,
        open_hand=_open_hand(view.rules, view.open_blocks[number])
        if view is not None and view.open_blocks
        else None,
    )


def _holder(page: SeenTable, shown: SeenDeal | None, seat: Seat) -> Player | None:
    """Return the player whose cards are shown at a seat, or before any deal the one who sits there.

    Return None for bots and free seats.
    """
    if shown is None:
        return seat.player
    row = shown.seats[seat.number]
    here = {one.player_id: one.player for one in page.seats}
    return None if row.player_id is None else here.get(row.player_id) or row.player


def _name(
    page: SeenTable, shown: SeenDeal | None, seat: Seat, player: Player | None
) -> tuple[str, str | None]:
    """Return the name to show at a seat, and the value of `SeatBox.guest`: None unless the player is a guest."""
    if player is not None and player.is_guest:
        return _guest_name(player)
    if player is not None and player.is_bot:
        return isolated(player.display_name or player.username), None
    if shown is not None:
        return shown.names[seat.number], None
    if player is not None:
        return player.shown_name, None
    if seat.bot and page.table.admission == Table.Admission.FIXED:  # nobody else may sit there
        return bot_at(seat.number), None
    return "", None


def _guest_name(player: Player) -> tuple[str, str]:
    if not player.display_name:
        return player.shown_name, ""
    return isolated(player.display_name), _("(guest)")


def _next(page: SeenTable, shown: SeenDeal | None, seat: Seat) -> str:
    if shown is None or shown.view.phase is not Phase.OVER:
        return ""
    if page.finished or page.table.closed_at is not None:
        return ""
    if seat.player_id == shown.seats[seat.number].player_id:
        return ""
    if seat.number == page.my_seat:
        return _("You'll sit here from the next deal.")
    if seat.player is None and not (seat.bot or page.table.filler):
        return _("This seat is free.")
    who = bot_at(seat.number) if seat.player is None else seat.player.shown_name
    return _("%(who)s will sit here from the next deal.") % {"who": who}


def _plays(shown: SeenDeal | None, number: int) -> bool:
    """Return whether to show that it is this seat's turn.

    During claims only the viewer's own turn is shown, since it is private who else is asked (§6.10).
    """
    if shown is None:
        return False
    if shown.view.phase is Phase.CLAIMS:
        if shown.waiting:
            return number in shown.waiting
        return number == shown.view.turn != shown.view.viewer
    return number in shown.waiting


def _open_hand(rules: RuleSet, block: Block) -> OpenHand:
    sets, loose = grouping(rules, block)
    return OpenHand(tuple(sets), tuple(loose))
