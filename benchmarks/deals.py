"""Deals to be measured: dealt by the club's commands to four people, the club bot's moves known beforehand."""

from typing import NamedTuple
from uuid import uuid4

from django.utils import timezone

from games import commands, queries
from games.bots import club
from games.commands.club.chips import MOST_GRANTED, confirm_grant, grant_chips, grant_first_chips
from games.engine.deal import decide, legal_moves, to_move
from games.engine.evolve import evolve
from games.engine.moves import Move
from games.engine.rules import VINAGAMES
from games.engine.sight import see
from games.engine.state import Phase
from games.models import Deal, Player, Table
from games.queries.club.grants import waiting_wishes
from tests.support.tables import opened_table


class Step(NamedTuple):
    """One move of a deal: by whom, which, and in answer to what version."""

    seat: int
    move: Move
    version: int


class Script(NamedTuple):
    """A deal whose cards are dealt, and the moves that lead to its end."""

    deal_id: int
    table_id: int
    players: tuple[Player, ...]
    steps: tuple[Step, ...]


def players(count: int) -> list[Player]:
    """Members without a password, made once, who can cover as many deals as they like."""
    known = Player.objects.filter(username__startswith="bench-").count()
    made = Player.objects.bulk_create(
        Player(username=f"bench-{number:03}", display_name=f"Bench {number}")
        for number in range(known, count)
    )
    now = timezone.now()
    for player in made:
        grant_first_chips(player=player, now=now)
    director, second = (
        Player.objects.get_or_create(username=name, is_director=True)[0]
        for name in ("chips", "more-chips")
    )
    grant_chips(
        by=director,
        players=made,
        amount=MOST_GRANTED,
        idempotency_key=uuid4(),
        now=now,
        reason="to play",
    )
    for waiting in waiting_wishes():
        confirm_grant(by=second, wish=waiting.wish.key, now=now)
    return list(Player.objects.filter(username__startswith="bench-").order_by("pk")[:count])


def script(people: list[Player], most: int | None = None, table: Table | None = None) -> Script:
    """Return a deal of these four people with its cards dealt; nobody has moved yet. At most so many moves of it.

    At a new table, or at `table`, where they sit down unless they sit there already.
    """
    now = timezone.now()
    if table is None:
        table = opened_table(
            by=people[0], name="Bench", rules=VINAGAMES, seats=4, filler="", now=now
        )
    for number, player in enumerate(people):
        if not table.seats.filter(player=player).exists():
            commands.sit_down(by=player, table_id=table.pk, seat=number, now=now)
    deal = Deal.objects.get(table=table, ended_at=None)
    for player in people:
        commands.get_ready(by=player, deal_id=deal.pk, now=now)
    state = queries.load_state(deal.pk)
    steps = []
    while state.phase is not Phase.OVER:
        seat = to_move(state)[0]
        move = club(see(state, seat), legal_moves(state, seat))
        steps.append(Step(seat, move, state.version))
        for event in decide(state, move):
            state = evolve(state, event)
            if state.phase is Phase.OVER:
                break
    return Script(deal.pk, table.pk, tuple(people), tuple(steps[:most]))
