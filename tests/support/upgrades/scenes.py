"""A small club in the middle of its season: what is played, disputed, proposed and saved at one moment.

Only `make_dump.py` builds it, by today's commands; a kept dump never changes with them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import count
from typing import Any
from uuid import UUID

import time_machine
from django.utils import timezone
from django.utils.module_loading import import_string

from games import commands as club
from games.club.events import HouseRulesSet
from games.engine.rules import FOURSAC, VINAGAMES
from games.engine.state import Phase
from games.models import Deal, Player
from games.queries.club.house import house_rules
from replays.commands import rulings
from tests.support.cardboard import V4, Table
from tests.support.deals import (
    NOW,
    exhausted_seed,
    get_ready,
    played,
    running_deal,
    stored_deal,
    taken_in,
    turns,
)
from tests.support.evening import Evening
from tests.support.tournament_pages import announced, player
from tournaments import commands
from tournaments.commands.templates import save_template
from tournaments.engine.real_cards.events import Lay
from tournaments.models import Standing, Tournament

LATER = NOW + timedelta(hours=3)
"""When the disputes are filed and all that waits is proposed."""
FOLLOWERS = (
    *("tournaments.tasks.follow", "replays.tasks.follow", "replays.tasks.find", "games.tasks.rate"),
    *("games.tasks.gather_acts", "notices.tasks.follow", "games.ledger.tasks.make_subtotals"),
    *("games.tasks.make_checkpoint", "games.tasks.archive_deals"),
)


class Staff:
    """Two people for each duty, so that one can propose and the other sign."""

    def __init__(self) -> None:
        self.owners = [Player.objects.create_superuser(name) for name in ("oanh", "omar")]
        rules = replace(house_rules(), start_chips=10_000)
        club.record(HouseRulesSet(rules), by=self.owners[0], now=timezone.now())
        directors = {"is_director": True, "is_staff": True}
        self.directors = [player(name, **directors) for name in ("dora", "dinh")]
        referees = {"is_referee": True, "is_staff": True}
        self.referees = [player(name, **referees) for name in ("mot", "hai")]


def build() -> None:
    """Everything, in the order of the evening; at its end the followers have read the log."""
    with time_machine.travel(NOW, tick=False) as clock:
        staff = Staff()
        clock.move_to(paid_evening(staff))
        clock.move_to(running_evening())
        clock.move_to(LATER)
        club_tables()
        settings_of_the_house(staff)
        disputes_on_screens(staff)
        disputes_of_real_cards(staff)
        what_waits(staff)
        for task in FOLLOWERS:
            import_string(task)()


def renamed(one: Player, name: str) -> None:
    """Free the account's name for the next scene, which takes the same."""
    one.username, one.display_name = name, name.title()
    one.save(update_fields=("username", "display_name"))


def paid_evening(staff: Staff) -> datetime:
    """Return a closed tournament whose prizes are paid, and when it ended."""
    evening = Evening(4, rounds=1, deals_per_round=2, prize_shares=(100,), name="Paid evening")
    evening.play_all()
    evening.close()
    renamed(evening.director, "first-director")
    for number, one in enumerate(evening.people):
        renamed(one, f"paid{number}")
    return evening.now


def running_evening() -> datetime:
    """Two tables in the second round of three, one of them some moves into its deal."""
    evening = Evening(
        8, rounds=3, deals_per_round=1, name="Running evening", appeal_minutes=30, ruling_hours=24
    )
    with time_machine.travel(evening.now, tick=False) as clock:
        evening.play()
        clock.move_to(evening.now)
        evening.follow()
        running = Deal.objects.filter(
            ended_at__isnull=True, table__origin__startswith="tournament-"
        )
        deal = running.order_by("pk")[0]
        sitting = [one.player for one in deal.seats.order_by("number") if one.player]
        get_ready(deal, sitting, [f"seed-{one.pk}" for one in sitting], now=evening.now)
        steps = turns(deal, lambda moves: moves[-1], clock=lambda: evening.now)
        for _made in range(4):
            next(steps)
        reserve = player("reserve")
        commands.list_reserve(
            by=reserve, player=reserve.pk, tournament_id=evening.id, now=evening.now
        )
    return evening.now


def club_tables() -> None:
    """A finished deal, one in a claim window in which a person is asked, and one a few moves old."""
    four = [player(name) for name in ("lan", "minh", "nga", "oai")]
    with time_machine.travel(NOW, tick=False):  # long enough ago to be archived
        stored_deal(VINAGAMES, exhausted_seed(), four, name="Finished", chips_per_point=5)
    asked = running_deal(FOURSAC, 40, four, name="Claims", chips_per_point=1, now=timezone.now())
    for state in turns(asked, lambda moves: moves[0]):
        if state.phase is Phase.CLAIMS:
            break
    more = [player(name) for name in ("phuc", "quy")]
    deal = running_deal(VINAGAMES, 7, more, name="Moves", moves=6, now=timezone.now())
    club.call_referee(
        by=more[0], table_id=deal.table_id, reason="rule", words="Is that safe?", now=timezone.now()
    )


def settings_of_the_house(staff: Staff) -> None:
    """A rule set of the club's own, terms under a name, an announced tournament."""
    own = replace(VINAGAMES, key="Nhà mình", exposed_triple=3)
    club.save_rule_set(by=staff.owners[0], rules=own, now=timezone.now())
    terms = {
        "name": "Tuesday",
        "rules": "vinagames",
        "rounds": 4,
        "deals_per_round": 3,
        "entry_fee": 15,
        "prize_shares": (60, 40),
        "seconds_per_move": 45,
        "least_members": 8,
        "ruling_hours": 24,
        "filler": "bot:safe",
        "description": "Tea at nine.",
        "fill_to": 8,
        "bank_seconds": 60,
        "spectator_delay": 30,
    }
    save_template(by=staff.directors[0], name="Tuesdays", terms=terms, now=timezone.now())
    announced(
        staff.directors[0],
        *(player(name) for name in ("son", "thu")),
        name="Announced",
        rules=own.key,
        least_members=4,
    )


def disputes_on_screens(staff: Staff) -> None:
    """Three penalties: filed; ruled, and to be appealed; proposed, and to be signed by a second referee."""
    limit(staff, 0)
    four = [player(name) for name in ("anh", "bao", "cuc", "duc")]
    filed, ruled, proposed = (
        stored_deal(VINAGAMES, seed, four, name=name, chips_per_point=10, now=timezone.now())
        for seed, name in zip(penalty_seeds(), ("Filed", "Ruled", "Proposed"), strict=False)
    )
    rows = [
        rulings.file_dispute(
            by=four[0],
            deal_id=deal.pk,
            discard=taken_in(deal).version,
            reason="The card was marked.",
            now=timezone.now(),
        )
        for deal in (filed, ruled, proposed)
    ]
    said: dict[str, Any] = {"section": "§10.8", "reason": "It was marked.", "now": timezone.now()}
    first = staff.referees[0]
    rulings.give_ruling(by=first, dispute_id=rows[1].pk, outcome="reversed", **said)
    limit(staff, 1)
    rulings.give_ruling(by=first, dispute_id=rows[2].pk, outcome="voided", **said)


def penalty_seeds() -> Iterator[int]:
    """Yield the seeds of deals in which somebody pays for all."""
    for seed in count():
        ending = played(VINAGAMES, seed).state.ending
        if ending is not None and ending.result.offender is not None:
            yield seed


def disputes_of_real_cards(staff: Staff) -> None:
    """The same three at tables with real cards, and a table in the middle of its first result."""
    limit(staff, 0)
    for name in ("filed", "ruled", "proposed", "entered"):
        table = Table(staff.directors[0], deals=2, name=f"Real cards, {name}", appeal_minutes=600)
        table.enter(table.seats[1], V4)
        if name != "entered":
            for seat in (0, 2, 3):
                table.confirm(table.seats[seat])
            table.enter(table.seats[1], Lay(None), deal=2)
            for seat in (0, 2, 3):
                table.confirm(table.seats[seat], deal=2)
            table.dispute(table.seats[2])
        if name == "ruled":
            table.rule(staff.referees[0])
        if name == "proposed":
            limit(staff, 1)
            table.rule(staff.referees[0])
        for one in table.seats:
            renamed(one, f"{one.username}-{name}")


def what_waits(staff: Staff) -> None:
    """A grant of chips, a raised limit and a correction of paid prizes, each to be signed by another."""
    now = timezone.now()
    lan = Player.objects.get(username="lan")
    club.set_house_rules(
        by=staff.owners[0],
        rules=replace(house_rules(), alone_chips=20_000),
        reason="Tết is near.",
        now=now,
    )
    club.grant_chips(
        by=staff.directors[0],
        players=[lan],
        amount=15_000,
        idempotency_key=UUID(int=1),
        reason="For the season.",
        now=now,
    )
    paid = Tournament.objects.get(name="Paid evening")
    last = Standing.objects.filter(tournament=paid).order_by("-line")[0]
    commands.adjust_points(
        by=staff.directors[0],
        tournament_id=paid.pk,
        player=int(last.participant.removeprefix("player:")),
        points=5_000,
        reason="Late.",
        now=now,
    )


def limit(staff: Staff, chips: int) -> None:
    """Let one referee or director move so many chips alone, 0 for any number."""
    rules = replace(house_rules(), second_signature_chips=chips)
    club.record(HouseRulesSet(rules), by=staff.owners[0], now=timezone.now())
