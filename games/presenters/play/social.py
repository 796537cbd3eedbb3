"""Describes the people at a table in words: absent players, pauses, phrases and spectators."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import get_language, gettext_noop, ngettext
from django.utils.translation import gettext as _

from games.commands.table.social import DELAYS, PHRASES
from games.common.joints import listed
from games.engine.attendance import PAUSE_WITHOUT
from games.engine.state import PREPARED, Phase
from games.live.publish import key_for_seats, topic_of
from games.models import Player, Table
from games.presenters import sentences, terms
from games.queries.play.seen import SeenDeal
from games.queries.play.seen_table import SeenTable
from games.queries.play.social import muted_by

PHRASE_WORDS = {
    "hello": gettext_noop("Hello"),
    "well-played": gettext_noop("Well played"),
    "thank-you": gettext_noop("Thank you"),
    "sorry": gettext_noop("Sorry"),
    "one-moment": gettext_noop("One moment, please"),
    "shall-we-pause": gettext_noop("Shall we pause?"),
    "another-deal": gettext_noop("Another deal?"),
    "goodbye": gettext_noop("Goodbye"),
}
"""What each phrase says, to every reader in their own language."""


@dataclass(frozen=True, slots=True)
class TableNeighbour:
    """A person at the table whom the viewer can mute."""

    number: int
    name: str
    muted: bool


class Swap(NamedTuple):
    """Another player at the table with whom the viewer can swap seats."""

    number: int
    name: str
    is_asked: bool
    """Whether the viewer has asked them."""
    asks: bool
    """Whether they ask the viewer."""


@dataclass(frozen=True, slots=True)
class Company:
    """The people at a table and what they do, as shown beside the cards."""

    gone: frozenset[int]
    """The seats that the careful bot plays for."""
    can_come_back: bool
    bank_seconds: int
    """What of the bank is in the clock."""
    paused: bool
    pause: str
    """The caption of the button that suggests a pause or its end, or gives it; empty where the viewer has none."""
    pause_note: str
    """Who suggests it and who is yet to agree, or how long the deal is paused; empty where nobody does."""
    pause_help: str
    """What a pause is and when it comes, beside that button; empty where there is none."""
    said: dict[int, str]
    """Seats and what they have just said, in words."""
    phrases: tuple[tuple[str, str], ...]
    """What the viewer may say; empty where they may not."""
    neighbours: tuple[TableNeighbour, ...]
    all_muted: bool
    swaps: tuple[Swap, ...]
    """The other players between two deals, at a table where the viewer sits."""
    watchers: str
    """Who looks on, in a sentence; empty where nobody does."""
    directs: bool
    """Whether the viewer may say who looks on here."""
    time_key: str
    """What a press that gives those whom the deal waits for more time is known by; empty where the viewer may not."""
    delays: tuple[int, ...]
    topic: str
    """What the page listens to, which says when the table moves on."""


def company_of(page: SeenTable, viewer: Player | None) -> Company:
    """Return the people at a table as shown to this viewer."""
    deal, table = page.current, page.table
    mine = None if deal is None else deal.view.viewer
    played = deal is not None and deal.view.phase not in (*PREPARED, Phase.OVER)
    gone = deal.gone if deal is not None else frozenset()
    directs = viewer is not None and viewer.runs_the_club
    stops = directs and not page.has_interest
    may_talk = page.my_seat is not None and table.phrases and table.closed_at is None
    neighbours, all_muted = _neighbours(page, viewer) if may_talk else ((), False)
    return Company(
        gone=gone,
        can_come_back=mine in gone and not page.handed_over,
        bank_seconds=0 if deal is None else deal.bank_seconds,
        paused=deal is not None and deal.paused,
        pause=_pause(deal, table, directs=stops) if deal is not None and played else "",
        pause_note="" if deal is None else _pause_note(deal),
        pause_help=_pause_help(deal, table) if deal is not None and played else "",
        said={
            seat: _(PHRASE_WORDS[phrase]) for seat, phrase in page.said if phrase in PHRASE_WORDS
        },
        phrases=_phrases(get_language()) if may_talk else (),
        neighbours=neighbours,
        all_muted=all_muted,
        swaps=_swaps(page),
        watchers=watchers_words(*page.watching),
        directs=directs and table.closed_at is None,
        time_key=str(deal.view.version)
        if stops and deal is not None and played and mine is None and not deal.paused
        else "",
        delays=tuple(sorted({*terms.DELAYS, table.spectator_delay} & set(DELAYS))),
        topic=topic_of(
            table.pk,
            key_for_seats(table, [seat.player_id for seat in page.seats])
            if page.my_seat is not None or mine is not None
            else "",
        ),
    )


def _swaps(page: SeenTable) -> tuple[Swap, ...]:
    if page.my_seat is None or not page.seats_can_change:
        return ()
    asked, asking = page.swap_with, page.swap_requests
    return tuple(
        Swap(seat.number, seat.player.shown_name, seat.number == asked, seat.number in asking)
        for seat in page.seats
        if seat.player is not None and seat.number != page.my_seat
    )


@lru_cache(maxsize=16)
def _phrases(_language: str | None) -> tuple[tuple[str, str], ...]:
    return tuple((code, _(PHRASE_WORDS[code])) for code in PHRASES)


def _neighbours(page: SeenTable, viewer: Player | None) -> tuple[tuple[TableNeighbour, ...], bool]:
    muted = muted_by(viewer)
    others = [
        seat for seat in page.seats if seat.player is not None and seat.number != page.my_seat
    ]
    return (
        tuple(
            TableNeighbour(seat.number, seat.player.shown_name, seat.player_id in muted.members)
            for seat in others
            if seat.player is not None
        ),
        muted.everybody,
    )


def _pause(deal: SeenDeal, table: Table, *, directs: bool) -> str:
    seat = deal.view.viewer
    if seat is None:
        if not directs:
            return ""
        return _("Resume the deal") if deal.paused else _("Pause the deal")
    fixed = table.admission == Table.Admission.FIXED and not deal.there.called
    if fixed or seat in deal.asking or deal.there.directed or seat == deal.there.caller:
        return ""
    if seat in deal.there.without:
        return _("Resume the deal")
    if len(_yet_to_agree(deal)) == 1:  # the own seat alone
        words = (_("Agree to resume"), _("Agree to a pause"))
        words = words if deal.asking else (_("Resume the deal"), _("Pause the deal"))
    else:
        words = (_("Suggest resuming"), _("Suggest a pause"))
    return words[0] if deal.paused else words[1]


def _yet_to_agree(deal: SeenDeal) -> list[int]:
    """Return the seats whose players still have to agree to a suggested pause, or to its end."""
    return [
        seat
        for seat, label in enumerate(deal.view.players)
        if label.startswith("player:") and seat not in deal.gone | deal.asking | {deal.there.caller}
    ]


def _pause_help(deal: SeenDeal, table: Table) -> str:
    if deal.view.viewer is None or deal.paused or table.admission == Table.Admission.FIXED:
        return ""
    return _(
        "During a pause all clocks are stopped. It begins when everyone who is here "
        "agrees (bots do not count) and ends the same way, or automatically after half "
        "an hour."
    )


def _pause_note(deal: SeenDeal) -> str:
    if deal.there.directed:
        return _("Only a director can resume the deal.")
    said = []
    if deal.there.without:
        minutes = PAUSE_WITHOUT // timedelta(minutes=1)
        short = _("A player was away, so the pause ends after %(minutes)d minutes at most.")
        said = [short % {"minutes": minutes}]
    elif deal.there.called:
        said = [_("All clocks are stopped until the referee has answered.")]
    elif deal.paused:
        said = [_("All clocks are stopped, for at most half an hour.")]
    if deal.asking:
        told = _("%(who)s suggested resuming.") if deal.paused else _("%(who)s suggested a pause.")
        said.append(told % {"who": names_of(deal, sorted(deal.asking))})
        missing = names_of(deal, _yet_to_agree(deal))
        said.append(_("Still to agree: %(who)s.") % {"who": missing})
    return " ".join(said)


def names_of(deal: SeenDeal, seats: Sequence[int]) -> str:
    """Return the names of the players in these seats as text: ``Lan, Minh``."""
    names = sentences.distinct_names(deal.names)
    return listed(names[seat] for seat in seats)


def watchers_words(names: Sequence[str], guests: int) -> str:
    """Return who is watching, in a sentence."""
    if not names and not guests:
        return ""
    unknown = ngettext("%(number)d guest", "%(number)d guests", guests) % {"number": guests}
    who = listed([*names, *([unknown] if guests else [])])
    number = len(names) + guests
    return ngettext(
        "%(number)d person is watching: %(who)s.",
        "%(number)d people are watching: %(who)s.",
        number,
    ) % {
        "number": number,
        "who": who,
    }
