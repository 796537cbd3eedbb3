"""Tables with real cards at the club: a drawn table that is marked, and results to enter."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.contrib.auth.hashers import Argon2PasswordHasher, make_password
from django.utils import timezone

from games.models import Player
from games.models import Table as ClubTable
from tests.support.running_site import RunningSite
from tests.support.servers import wait_until
from tests.support.tournament_pages import announced, player
from tournaments import commands, queries
from tournaments.commands import club_tables, timing
from tournaments.engine.real_cards.events import Discard, Lay
from tournaments.engine.real_cards.outcome_names import outcome_said
from tournaments.engine.round_state import DealScore
from tournaments.engine.state import TournamentState
from tournaments.models import RoundTable, Tournament

WON = (
    *("quan Rr Rr Rr Rr", "khui Ny Ny Ny Ny", "khap Cg Cg Cg", "king-guard-minister Kw Gw Mw"),
    *("three-pawns Pr Py Pg", "pair Gr Gr", "pair Mr Mr"),
)
"""21 cards with 19 points, a quan and a khui: V4 of §9 where East wins."""
V4 = Lay(1, WON)
MR = Discard(
    seat=0,
    card="Mr",
    hand=("Mr", "Gy", "Cw", "Rw", "Pw", "Pw", "Ng", "Ng", "Kg"),
    public=(
        ("triple Gg Gg Gg", "triple Ry Ry Ry", "triple Mw Mw Mw", "king-guard-minister Ky Gy My"),
        ("khui Ny Ny Ny Ny",),
        (),
        (),
    ),
    dead=("Kr", "Gw"),
)
"""South's discard that completed that hand, as it may be told."""


class Table:
    """A table of a running tournament that plays with real cards; `seats` are its members by seat."""

    def __init__(
        self,
        director: Player,
        *,
        people: Sequence[Player] = (),
        deals: int = 2,
        rounds: int = 1,
        **options: Any,
    ) -> None:
        self.director = director
        people = people or [player(name) for name in ("an", "binh", "chi", "dung")]
        self.id = announced(
            director, *people, rounds=rounds, deals_per_round=deals, **{"entry_fee": 20, **options}
        )
        commands.start(by=director, tournament_id=self.id, now=timezone.now())
        self.mark()
        club_tables.set_tables(timezone.now)
        by_label = {f"player:{one.pk}": one for one in people}
        self.seats = [by_label[label] for label in self.state.rounds[0].tables[0].seats]

    def mark(self, **options: Any) -> int:
        told = {"by": self.director, "table": 1, "cardboard": True, **options}
        return commands.mark_tables(tournament_id=self.id, now=timezone.now(), **told)

    @property
    def state(self) -> TournamentState:
        return queries.current(self.id).state

    @property
    def row(self) -> RoundTable:
        return RoundTable.objects.get(tournament=self.id, round=1, number=1)

    @property
    def club_table(self) -> ClubTable:
        assert self.row.games_table_id is not None
        return ClubTable.objects.get(pk=self.row.games_table_id)

    @property
    def page(self) -> str:
        return f"/tournaments/{self.id}/rounds/1/tables/1/result"

    def score(self, deal: int = 1) -> DealScore:
        found = self.state.rounds[0].tables[0].score(deal)
        assert found is not None
        return found

    def enter(self, by: Player, lay: Lay = V4, deal: int = 1, **options: Any) -> int:
        return commands.enter_result(
            by=by,
            tournament_id=self.id,
            round_number=1,
            table=1,
            deal_number=deal,
            lay=lay,
            now=timezone.now(),
            **{"as_director": by.is_director, **options},
        )

    def _on(self, deal: int) -> dict[str, Any]:
        score = self.score(deal)
        assert score.paper is not None
        return {
            "tournament_id": self.id,
            "deal_id": score.deal_id,
            "revision": score.paper.revision,
            "now": timezone.now(),
        }

    def confirm(self, by: Player, deal: int = 1, **options: Any) -> int:
        told = {**self._on(deal), "as_director": by.is_director, **options}
        return commands.confirm_result(by=by, **told)

    def enter_confirmed(self, *deals: int, lay: Lay = V4) -> None:
        """Enter these deals as East and confirm them as the others."""
        for deal in deals:
            self.enter(self.seats[1], lay, deal=deal)
            for seat in (0, 2, 3):
                self.confirm(self.seats[seat], deal=deal)

    def contradict(self, by: Player, reason: str = "That khui was mine.", deal: int = 1) -> int:
        return commands.contradict_result(by=by, reason=reason, **self._on(deal))

    def dispute(self, by: Player, discard: Discard = MR, **options: Any) -> int:
        told = {**self._on(1), "reason": "Mr was not the worst.", **options}
        return commands.dispute_discard(by=by, discard=discard, **told)

    def rule(self, by: Player, penalty: bool = True, **options: Any) -> int:
        said = {name: options.pop(name, False) for name in ("shared", "void")}
        outcome = outcome_said(penalty, **said)
        told = {**self._on(1), "section": "10.3", "reason": "As computed.", **options}
        return commands.rule_on_discard(by=by, **{"outcome": outcome, **told})

    def withdraw(self, by: Player, **options: Any) -> int:
        return self.rule(by, **{"outcome": "withdrawn", "reason": "Misread.", **options})

    def answer(self, by: Player, **options: Any) -> int:
        told = {**self._on(1), "reason": "I saw two of them.", **options}
        return commands.answer_discard(by=by, **told)

    def appeal(self, seat: int, **options: Any) -> int:
        told = {**self._on(1), "reason": "It was not.", **options}
        return commands.appeal_ruling(by=self.seats[seat], **told)

    def correct(self, by: Player, lay: Lay, deal: int = 1, **options: Any) -> int:
        told = {**self._on(deal), "reason": "The sets were miscounted.", **options}
        return commands.correct_result(by=by, lay=lay, **told)


def minutes_over() -> None:
    """Let the minutes of the round be over."""
    Tournament.objects.update(clock_at=timezone.now() - timedelta(hours=2))
    timing.follow_clock(lambda: timezone.now() + timedelta(hours=1))
    assert Tournament.objects.get().time_up


PEOPLE = ("cardboard-an", "cardboard-binh", "cardboard-chi", "cardboard-dung")
"""Members of a running club who play at no table on screens: no notice of a turn comes over their pages."""


def with_a_login(site: RunningSite, name: str) -> Player:
    """Return this member of a running club, made with a login where the club has none of the name."""
    found = Player.objects.filter(username=name).first()
    if found is None:
        site.passwords[name] = secret = "not a secret"
        # Tests hash passwords more quickly than a club that runs.
        hashed = make_password(secret, hasher=Argon2PasswordHasher())
        found = Player.objects.create(username=name, password=hashed, display_name=name.title())
    return found


def real_card_table(site: RunningSite, names: Sequence[str] = PEOPLE) -> tuple[int, list[str]]:
    """Return a tournament of a running club, of one table with real cards and two deals, and its logins by seat.

    A member whom the club does not know yet is made, with a login for `open_page`.
    """
    with site.database():
        director = Player.objects.get(username="director")
        people = [with_a_login(site, name) for name in names]
        made = announced(director, *people, rounds=1, deals_per_round=2, entry_fee=0)
        now = timezone.now()
        commands.start(by=director, tournament_id=made, now=now)
        commands.mark_tables(by=director, tournament_id=made, table=1, cardboard=True, now=now)
        by_label = {f"player:{one.pk}": one.username for one in people}
        here = RoundTable.objects.filter(tournament=made, number=1)
        seats = here.get().seats

    def opened() -> bool:
        with site.database():
            return here.filter(games_table_id__isnull=False).exists()

    wait_until(opened, "the club's workers open the table")
    return made, [by_label[label] for label in seats]
