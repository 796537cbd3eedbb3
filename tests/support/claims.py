"""Claims in another world: other seats asked, with other answers; only those asked may tell."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from random import Random

from django.db import transaction

from games import commands, queries
from games.engine import events as ev
from games.engine.deal import legal_moves, to_move
from games.engine.events import ASIDE
from games.engine.moves import ClaimKind
from games.engine.rules import FOURSAC, RuleSet
from games.engine.state import DealState, Phase
from games.log import Head, append_to, read
from games.log.aggregates import forget_all
from games.log.models import Event
from games.models import Deal, Player
from games.schema import to_stored
from tests.support import deals
from tests.support.append_only import lifted

_BETWEEN = (*ASIDE, ev.BankUsed, ev.SeatGone)
"""What happens beside the cards, claims or none."""


def otherwise_asked(
    history: Sequence[ev.Event], seat: int | None, random: Random, *, window: bool
) -> list[tuple[int, ev.Event]]:
    """Return a history that asks others where nobody was asked, and nobody where others were.

    Each event with the place of the one in the true history that it stands beside. `window` says that one is open
    behind the last card, so that its claims are still to be answered.
    """
    told: list[tuple[int, ev.Event]] = []
    last_card = max(
        (at for at, e in enumerate(history) if isinstance(e, ev.CardDiscarded | ev.CardDrawn)),
        default=-1,
    )
    hidden = False  # inside disappearing claims that the seat does not know of
    for at, event in enumerate(history):
        rest = (e for e in history[at + 1 :] if not isinstance(e, _BETWEEN))
        following = next(rest, None)
        if isinstance(event, ev.ClaimsOffered):
            mine = seat is not None and bool(event.offers[seat])
            hidden = not mine and _came_to_nothing(history[at + 1 :])
            if hidden:
                continue
            told.append((at, event))
        elif hidden and isinstance(event, ev.ClaimAnswered | ev.TimeRanOut | ev.ClaimsDeclined):
            hidden = not isinstance(event, ev.ClaimsDeclined)
        elif (
            isinstance(event, ev.CardDiscarded | ev.CardDrawn)
            and not isinstance(following, ev.ClaimsOffered | ev.DealWon)
            and isinstance(following, ev.CardMelded | ev.TurnPassed | ev.CardDrawn | None)
        ):
            told.append((at, event))
            still_open = window and at == last_card
            told += [(at, claim) for claim in _claims(event.seat, seat, random, still_open)]
        else:
            told.append((at, event))
    return told


def _came_to_nothing(rest: Sequence[ev.Event]) -> bool:
    for event in rest:
        if not isinstance(event, (ev.ClaimAnswered, ev.TimeRanOut, *_BETWEEN)):
            return isinstance(event, ev.ClaimsDeclined)
    return True


def _claims(by: int, seat: int | None, random: Random, still_open: bool) -> Iterator[ev.Event]:
    others = [number for number in range(4) if number not in (seat, by)]
    asked = random.sample(others, random.randint(1, len(others)))
    yield ev.ClaimsOffered(
        tuple((random.choice(tuple(ClaimKind)),) if n in asked else () for n in range(4))
    )
    if still_open:
        return
    for number in asked:
        if random.random() < 0.3:
            yield ev.TimeRanOut(number)
        yield ev.ClaimAnswered(number, None)
    yield ev.ClaimsDeclined()


@contextmanager
def asked_otherwise(deal: Deal, seat: int | None, random: Random) -> Iterator[int]:
    """Return the deal with claims changed that this seat may not know; and the change in its number of events.

    The stream is written anew, with a chain of its own and other versions. At the end all is as it was.
    """
    stored = list(read(deal.stream))
    history = [row.event for row in queries.history(deal.pk)]
    deal.refresh_from_db()
    after = otherwise_asked(history, seat, random, window=deal.window_until is not None)
    assert [event for _at, event in after] != history
    with transaction.atomic():
        with lifted():
            Event.objects.filter(stream=deal.stream).delete()
            head = Head(deal.stream)
            for at, event in after:
                head = append_to(
                    head,
                    to_stored([event]),
                    now=stored[at].recorded_at,
                    metadata=stored[at].metadata,
                    command_id=None,
                )
        Deal.objects.filter(pk=deal.pk).update(version=head.version)
        forget_all()
        yield len(after) - len(history)
        transaction.set_rollback(True)
    forget_all()


def window_of(deal: Deal) -> datetime:
    """Return when the open window closes."""
    assert deal.window_until is not None
    return deal.window_until


def in_a_window(
    people: Sequence[Player],
    seed: int,
    *,
    asked: bool,
    after: int = 4,
    rules: RuleSet = FOURSAC,
    waiting: bool = False,
) -> tuple[Deal, DealState]:
    """Return a deal with a claim window open after a person's discard; whether other seats are `asked`.

    The first of the people discards; no other person is asked. `waiting`: nobody is asked, and a forced set waits for
    the window's end (§13.5).
    """
    for attempt in range(200):
        deal = deals.running_deal(rules, seed + 1000 * attempt, people)
        turns = deals.turns(deal, lambda moves: moves[0], clock=lambda: deals.NOW)
        for steps, state in enumerate(turns):
            if state.phase is Phase.DISCARD and state.turn == 0 and steps > after:
                break
        else:
            commands.close_table(by=people[0], table_id=deal.table_id, now=deals.NOW)
            continue
        deal.refresh_from_db()
        for move in legal_moves(state, 0):
            with transaction.atomic():
                commands.submit_move(
                    by=people[0],
                    deal_id=deal.pk,
                    move=move,
                    move_id="into-the-window",
                    expected_version=queries.see_deal(deal, people[0]).view.version,
                    now=deal.changed_at,
                )
                then = queries.load_state(deal.pk)
                open_to = to_move(then) if then.phase is Phase.CLAIMS else ()
                fits = bool(open_to) == asked and (then.phase is Phase.CLAIMS) == (asked or waiting)
                if fits and not set(open_to) & set(range(len(people))):
                    deal.refresh_from_db()
                    return deal, then
                transaction.set_rollback(True)
            forget_all()
        deals.play_on(deal.pk, now=deal.changed_at)
        commands.close_table(by=people[0], table_id=deal.table_id, now=deal.changed_at)
    raise AssertionError("no deal came to that")
