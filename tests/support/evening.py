"""A whole tournament at the club's tables, in a test's own time."""

from datetime import timedelta
from typing import Any

import time_machine

from games import commands as club
from games import tasks as club_tasks
from games.commands.club.chips import grant_first_chips
from games.log import stream_version
from games.log.followers import catch_up
from games.models import Deal, Player
from tests.support.deals import NOW, play_on
from tests.support.tournament_pages import create, start_bots
from tournaments import commands
from tournaments.commands.club_tables import set_tables
from tournaments.commands.counting import open_played
from tournaments.models import Entry, RoundTable, Standing, Tournament
from tournaments.reactions import follower

COUNTED = (
    "line",
    "place",
    "participant",
    "points",
    "deals",
    "wins",
    "best_hand",
    "penalties",
    "settled_by",
    "prize",
)


class Evening:
    """A tournament and the clock of the club; `play` and `follow` do the workers' part."""

    def __init__(self, people: int, *, open_tables: bool = True, **options: Any) -> None:
        self.now = NOW
        self.director = Player.objects.create_user("director", is_director=True)
        self.people = [Player.objects.create_user(f"member{i}") for i in range(people)]
        told = {
            "name": "Friday evening",
            "rules": "vinagames",
            "rounds": 2,
            "deals_per_round": 2,
            "entry_fee": 15,
            "prize_shares": (50, 30, 20),
            "seconds_per_move": 30,
            "filler": "bot:greedy",
            **options,
        }
        self.id = create(by=self.director, now=NOW, **told).pk
        for player in self.people:
            grant_first_chips(player=player, now=NOW)
            commands.enter(by=player, tournament_id=self.id, now=NOW)
        if people:
            commands.start(by=self.director, tournament_id=self.id, now=NOW)
        else:
            start_bots(self.director, self.id, NOW)
        if open_tables:
            set_tables(lambda: NOW)

    def follow(self) -> int:
        total = 0
        while done := catch_up(follower(lambda: self.now)):
            total += done
        open_played(lambda: self.now)
        set_tables(lambda: self.now)
        return total

    def play(self) -> list[int]:
        """Play each running deal of the tournament to its end, people by the greedy bot; return the ids."""
        running = Deal.objects.filter(
            table__origin__startswith=f"tournament-{self.id}/", ended_at__isnull=True
        )
        played = list(running.values_list("pk", flat=True))
        self.now += timedelta(seconds=61)
        for pk in played:
            club.start_deal(deal_id=pk, now=self.now)
            play_on(pk, now=self.now)
            self.finish_deal(pk)
        return played

    def finish_deal(self, pk: int) -> None:
        """Settle the deal and prepare the next one, as a worker does then."""
        with time_machine.travel(self.now, tick=False):
            club_tasks.finish_deal(pk)

    def play_all(self) -> None:
        while self.play():
            self.follow()

    def close(self) -> None:
        commands.close(by=self.director, tournament_id=self.id, now=self.now)

    @property
    def version(self) -> int:
        return stream_version(f"tournament-{self.id}")

    def rows(self) -> list[Any]:
        return [
            list(Tournament.objects.values()),
            list(Entry.objects.values_list("player_id", "entered_at")),
            list(RoundTable.objects.order_by("round", "number").values()),
            list(Standing.objects.values_list(*COUNTED)),
        ]
