"""Builds the table page's prompt: whose turn it is, what they can do, and what happens if the viewer does nothing."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.common.joints import listed
from games.engine.moves import Meld, Pass
from games.engine.state import Phase
from games.models import Table
from games.presenters import sentences
from games.presenters.cards import card_name
from games.presenters.learning.why import must_take_king
from games.presenters.play.choices import is_opening
from games.presenters.play.felt_events import played_for
from games.queries.play.seen import SeenDeal
from games.queries.play.seen_table import SeenTable


def prompt_of(
    page: SeenTable,
    shown: SeenDeal | None,
    prepared: SeenDeal | None,
    own_ready: bool | None,
    *,
    ready_itself: bool = False,
) -> str:
    """Return one sentence that tells this viewer what the table waits for."""
    if page.table.closed_at is not None:
        return _("This table is closed.")
    if page.handed_over:
        return _(
            "You have left this tournament. The careful bot will play for you until the round ends."
        )
    if prepared is not None:
        if ready_itself and own_ready is False:
            return _("Deal %(number)d starts in a moment.") % {"number": prepared.deal.number}
        return _prepared_words(page, prepared, own_ready)
    if page.table.waits_for_friends:
        return _waiting_words(page)
    if page.current is None:
        if page.finished and page.table.duplicate and shown is None:
            return _(
                "This table has finished its round. You can see the results when all tables have finished."
            )
        if page.played and _full(page):
            if page.finished:
                return _("The round has ended at this table.")
            return _("The next deal is being prepared.")
        return _("The cards will be dealt when every seat is filled.")
    assert shown is not None
    if shown.paused:
        return _("The deal is paused.")
    words = _own_turn_words(shown) if shown.moves else _others_words(shown)
    if shown.view.viewer in shown.gone:
        return _("You are marked as away, so the careful bot plays for you until you come back.")
    played = played_for(shown)
    if played:
        told = _("Your time ran out, and the careful bot played for you: %(what)s")
        words = told % {"what": played} + " " + words
    return words


def silence_of(shown: SeenDeal | None) -> str:
    """Return what happens if the viewer doesn't answer a claim or take a forced king; empty without either."""
    if shown is None or not shown.moves:
        return ""
    if must_take_king(shown.view):
        return _("If your time runs out, the king is taken with the set that scores most (§13.7).")
    if shown.view.phase is not Phase.CLAIMS:
        return ""
    return _("If you don't answer in time, the careful bot claims for you: win, kong or triple.")


def _waiting_words(page: SeenTable) -> str:
    if page.awaited:
        return _("Waiting for friends. Not here yet: %(who)s.") % {"who": listed(page.awaited)}
    return _("Waiting for friends.")


def _others_words(shown: SeenDeal) -> str:
    view = shown.view
    who = {"who": shown.names[view.turn]}
    if shown.window and view.active is not None:
        card = sentences.sentence_case(card_name(view.active.card))
        if view.offer is not None and view.offer.answer is not None:
            return _("You have answered. %(card)s: others may still claim it (§6.10).") % {
                "card": card
            }
        if view.turn == view.viewer:
            return _("%(card)s: anyone may claim it now, then it's your turn (§6.10).") % {
                "card": card
            }
        told = _("%(card)s: anyone may claim it now, then it's %(who)s’s turn (§6.10).")
        return told % {**who, "card": card}
    if view.phase is Phase.DISCARD:
        return _("%(who)s is choosing a discard.") % who
    return _("It is %(who)s’s turn.") % who


def _full(page: SeenTable) -> bool:
    filler = bool(page.table.filler)
    return any(seat.player_id for seat in page.seats) and all(
        seat.player_id or seat.bot or filler for seat in page.seats
    )


def _prepared_words(page: SeenTable, prepared: SeenDeal, own_ready: bool | None) -> str:
    number = {"number": prepared.deal.number, "ready": _("I am ready")}
    hurried = prepared.deal.deadline is not None
    fixed = page.table.admission == Table.Admission.FIXED
    if prepared.view.phase is Phase.REVEAL:
        unopened = listed(prepared.names[seat] for seat in prepared.unopened)
        if prepared.view.viewer in prepared.unopened:
            return (
                _(
                    "Deal %(number)d is being shuffled, and your browser takes part automatically. "
                    "If you got ready in another browser, open this table there."
                )
                % number
            )
        return _("Deal %(number)d is being shuffled. Waiting for: %(who)s.") % {
            **number,
            "who": unopened,
        }
    if own_ready is False and hurried and fixed:
        return (
            _("Press “%(ready)s” for deal %(number)d. It starts automatically when the time is up.")
            % number
        )
    if own_ready is False and hurried:
        return (
            _(
                "The others are waiting. Press “%(ready)s” for deal %(number)d before the time is "
                "up, or you lose your seat."
            )
            % number
        )
    if own_ready is False:
        return _("Press “%(ready)s” for deal %(number)d.") % number
    missing = [
        prepared.names[seat.number]
        for seat in prepared.seats
        if seat.player_id is not None
        and not seat.ready
        and not (prepared.view.bound and prepared.view.bound[seat.number])
    ]
    return _("Deal %(number)d is waiting for: %(who)s.") % {
        "number": prepared.deal.number,
        "who": listed(missing),
    }


def _own_turn_words(shown: SeenDeal) -> str:
    view = shown.view
    if view.phase is Phase.DISCARD:
        if is_opening(shown):
            return _("You start: choose a card to discard.")
        return _("Your turn: choose a card to discard.")
    if view.phase is Phase.CLAIMS:
        assert view.active is not None and view.offer is not None
        return _("%(card)s: you may claim it (%(claims)s).") % {
            "card": sentences.sentence_case(card_name(view.active.card)),
            "claims": listed(map(sentences.claim_name, view.offer.kinds)),
        }
    if must_take_king(view):
        return _("You drew a king: choose a set to take it with.")
    melds = sum(isinstance(move, Meld) for move in shown.moves)
    can_meld = melds > 0
    if melds > 1:
        if any(isinstance(move, Pass) for move in shown.moves):
            return _("Your turn: choose a set to take the card, or pass.")
        return _("Your turn: choose a set to take the card, or draw.")
    if any(isinstance(move, Pass) for move in shown.moves):
        return _("Your turn: take the card or pass.") if can_meld else _("Your turn: pass.")
    if can_meld:
        return _("Your turn: take the card or draw.")
    return _("Your turn: draw a card.")
