"""A whole tournament by its commands: who may do what, what is refused, and every chip."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from games.commands.chips import grant_first_chips
from games.engine.rules import VINAGAMES
from games.errors import Refused
from games.ledger.accounts import member_account, pot_account
from games.ledger.queries import balance, statement, trial_balance
from games.log import stream_version
from games.models import Player, Table
from tests.support.deals import NOW, running_deal
from tests.support.tournament_pages import count, create, score
from tests.support.tournaments import V2, V7
from tournaments import commands, queries
from tournaments.commands.club_tables import set_tables
from tournaments.engine.results import RuledResult
from tournaments.engine.terms import terms_from
from tournaments.models import Entry, RoundTable, Standing, Tournament
from tournaments.settlement import owed

pytestmark = pytest.mark.django_db

OPTIONS: dict[str, Any] = {
    "name": "Friday evening",
    "rules": "vinagames",
    "rounds": 1,
    "deals_per_round": 1,
    "entry_fee": 15,
    "prize_shares": (50, 30, 20),
    "seconds_per_move": 30,
    "filler": "bot:greedy",
}


@pytest.fixture
def director() -> Player:
    return Player.objects.create_user("director", is_director=True)


def members(count: int, *, chips: bool = True) -> list[Player]:
    people = [Player.objects.create_user(f"member{i}") for i in range(count)]
    for player in people if chips else ():
        grant_first_chips(player=player, now=NOW)
    return people


def announced(director: Player, **options: Any) -> int:
    return create(by=director, now=NOW, **{**OPTIONS, **options}).pk


def entered(director: Player, people: list[Player], **options: Any) -> int:
    tournament = announced(director, **options)
    for player in people:
        commands.enter(by=player, tournament_id=tournament, now=NOW)
    return tournament


def refused(code: str, act: Callable[[], object]) -> Refused:
    with pytest.raises(Refused) as caught:
        act()
    assert caught.value.code == code
    assert "{" not in caught.value.sentence
    return caught.value


def started(director: Player, tournament: int) -> int:
    """Start it, and open its tables as a worker does."""
    version = commands.start(by=director, tournament_id=tournament, now=NOW)
    set_tables(lambda: NOW)
    return version


def prizes_of_members() -> dict[int, int]:
    placed = Standing.objects.filter(player__isnull=False)
    return {row.player_id: row.prize or 0 for row in placed if row.player_id is not None}


def test_entering_pays_the_fee_into_the_pot_and_withdrawing_gets_it_back(director):
    (an,) = members(1)
    tournament = entered(director, [an])
    pot = pot_account(tournament)
    assert (balance(member_account(an.pk)), balance(pot)) == (985, 15)
    commands.withdraw(by=an, tournament_id=tournament, now=NOW)
    assert (balance(member_account(an.pk)), balance(pot)) == (1000, 0)
    commands.enter(by=an, tournament_id=tournament, now=NOW)
    assert [line.amount for line in statement(pot)] == [15, -15, 15]
    assert list(Entry.objects.values_list("player_id", flat=True)) == [an.pk]


def test_a_member_with_too_few_chips_is_told_how_many_are_needed(director):
    (an,) = members(1, chips=False)
    tournament = announced(director, entry_fee=1001)
    told = refused(
        "tournament.too-few-chips",
        lambda: commands.enter(by=an, tournament_id=tournament, now=NOW),
    )
    assert "1001" in told.sentence and told.status == 409
    assert stream_version(f"tournament-{tournament}") == 2
    assert not Entry.objects.exists()


def test_chips_that_a_running_deal_may_cost_pay_no_fee(director):
    people = members(4)
    running_deal(VINAGAMES, 7, people, chips_per_point=2)
    dear, fair = (announced(director, entry_fee=1000 - 748 + more) for more in (1, 0))
    told = refused(
        "tournament.too-few-chips",
        lambda: commands.enter(by=people[0], tournament_id=dear, now=NOW),
    )
    assert "252" in told.sentence
    commands.enter(by=people[0], tournament_id=fair, now=NOW)


def test_a_tournament_without_a_fee_moves_no_chips(director):
    people = members(4, chips=False)
    tournament = entered(director, people, entry_fee=0)
    commands.start(by=director, tournament_id=tournament, now=NOW)
    score(tournament)
    commands.close(by=director, tournament_id=tournament, now=NOW)
    assert trial_balance() == {}


@pytest.mark.parametrize("act", ["create", "start", "close", "cancel"])
def test_only_a_director_may(director, act):
    (an,) = members(1)
    tournament = entered(director, [an])
    version = stream_version(f"tournament-{tournament}")
    more: dict[str, dict[str, Any]] = {
        "create": {"terms": terms_from(OPTIONS)},
        "start": {"tournament_id": tournament},
        "close": {"tournament_id": tournament},
        "cancel": {"tournament_id": tournament, "reason": "Rain."},
    }
    told = refused(
        "tournament.not-director", lambda: getattr(commands, act)(by=an, now=NOW, **more[act])
    )
    assert told.status == 403
    assert stream_version(f"tournament-{tournament}") == version
    assert Tournament.objects.count() == 1


def test_an_unknown_tournament_is_refused_by_every_command(director):
    acts: list[Callable[[], object]] = [
        lambda: commands.enter(by=director, tournament_id=99, now=NOW),
        lambda: commands.withdraw(by=director, tournament_id=99, now=NOW),
        lambda: commands.start(by=director, tournament_id=99, now=NOW),
        lambda: commands.close(by=director, tournament_id=99, now=NOW),
        lambda: commands.cancel(by=director, tournament_id=99, reason="Rain.", now=NOW),
        lambda: score(99),
    ]
    for act in acts:
        assert refused("tournament.unknown", act).status == 404


def test_a_form_sent_twice_is_carried_out_once(director):
    (an,) = members(1)
    once = uuid4()
    first = create(by=director, now=NOW, idempotency_key=once, **OPTIONS)
    assert create(by=director, now=NOW, idempotency_key=once, **OPTIONS) == first
    for _ in range(2):
        commands.enter(by=an, tournament_id=first.pk, now=NOW, idempotency_key="enter-1")
    for _ in range(2):
        commands.start(by=director, tournament_id=first.pk, now=NOW, idempotency_key="start-1")
        set_tables(lambda: NOW)
    assert Tournament.objects.count() == 1
    assert balance(pot_account(first.pk)) == 15
    assert Table.objects.filter(origin__startswith="tournament-").count() == 1
    refused(
        "tournament.already-started",
        lambda: commands.enter(by=an, tournament_id=first.pk, now=NOW, idempotency_key="enter-2"),
    )


def test_a_key_that_another_has_used_or_that_stands_for_something_else_is_refused(director):
    an, binh = members(2)
    once = uuid4()
    first = create(by=director, now=NOW, idempotency_key=once, **OPTIONS)
    other = Player.objects.create_user("dora", is_director=True)
    commands.enter(by=an, tournament_id=first.pk, now=NOW, idempotency_key="enter-1")
    about: Any = {"tournament_id": first.pk, "now": NOW, "idempotency_key": "enter-1"}
    for act in (
        lambda: create(by=other, now=NOW, idempotency_key=once, **OPTIONS),
        lambda: commands.enter(by=binh, **about),
        lambda: commands.start(by=director, **about),
        lambda: commands.withdraw(by=an, **about),
        lambda: commands.check_in(by=an, player=an.pk, **about),
    ):
        assert refused("key.used", act).status == 409
    commands.enter(by=an, **about)
    assert balance(pot_account(first.pk)) == 15


def test_starting_opens_a_table_of_the_club_for_each_drawn_table(director):
    people = members(6)
    tournament = entered(director, people)
    started(director, tournament)
    rows = list(RoundTable.objects.all())
    assert len(rows) == 2
    for row in rows:
        assert row.games_table_id is not None
        table = Table.objects.get(pk=row.games_table_id)
        assert table.origin == f"tournament-{tournament}/1/{row.number}"
        assert table.name == f"R1 T{row.number} Friday evening"
        assert table.admission == Table.Admission.FIXED
        assert (table.chips_per_point, table.starters) == (0, [0])
        deal = table.deals.get()
        assert [seat.label for seat in deal.seats.all()] == row.seats
        assert deal.deadline is not None


def test_a_long_name_is_cut_for_its_tables_and_keeps_round_and_number(director):
    tournament = entered(director, members(1), name="N" * 80)
    started(director, tournament)
    name = Table.objects.get().name
    assert len(name) == 60 and name.startswith("R1 T1 ")


def test_closing_pays_out_exactly_the_pot(director):
    tournament = entered(director, members(5))
    commands.start(by=director, tournament_id=tournament, now=NOW)
    score(tournament, 1)
    score(tournament, 2, net=V2, penalised=None, points=9)
    commands.close(by=director, tournament_id=tournament, now=NOW)
    prizes = prizes_of_members()
    assert sum(prizes.values()) == 75
    assert balance(pot_account(tournament)) == 0
    assert sum(trial_balance().values()) == 0
    for player, prize in prizes.items():
        assert balance(member_account(player)) == 1000 - 15 + prize
    refused(
        "tournament.closed", lambda: commands.close(by=director, tournament_id=tournament, now=NOW)
    )


def test_closing_waits_for_the_last_deal(director):
    tournament = entered(director, members(4))
    commands.start(by=director, tournament_id=tournament, now=NOW)
    refused(
        "tournament.round-open",
        lambda: commands.close(by=director, tournament_id=tournament, now=NOW),
    )
    assert balance(pot_account(tournament)) == 60


def test_a_ruling_after_the_closing_takes_the_prizes_back_and_pays_them_anew(director):
    tournament = entered(director, members(4))
    commands.start(by=director, tournament_id=tournament, now=NOW)
    score(tournament)
    commands.close(by=director, tournament_id=tournament, now=NOW)
    before = trial_balance()
    for _ in range(2):
        count(tournament, RuledResult(deal_id=1011, net=V2, penalised=None, ruling=1))
    after = trial_balance()
    assert after[pot_account(tournament)] == 0 and sum(after.values()) == 0
    assert before != after
    prizes = prizes_of_members()
    assert sorted(prizes.values()) == [10, 10, 10, 30]
    for player, prize in prizes.items():
        assert balance(member_account(player)) == 985 + prize
    count(tournament, RuledResult(deal_id=1011, net=V7, penalised=3, ruling=2))
    assert trial_balance() == before


def test_cancelling_gives_every_fee_back_and_closes_the_tables(director):
    tournament = entered(director, members(3))
    started(director, tournament)
    refused(
        "tournament.reason-missing",
        lambda: commands.cancel(by=director, tournament_id=tournament, reason=" ", now=NOW),
    )
    commands.cancel(by=director, tournament_id=tournament, reason="The lights went out.", now=NOW)
    set_tables(lambda: NOW)
    assert balance(pot_account(tournament)) == 0
    assert {balance(member_account(entry.player_id)) for entry in Entry.objects.all()} == {1000}
    table = Table.objects.get()
    assert table.closed_at == NOW and table.deals.get().cancelled
    version = stream_version(f"tournament-{tournament}")
    score(tournament)
    assert stream_version(f"tournament-{tournament}") == version


def test_the_ledger_holds_exactly_what_the_stream_calls_for(director):
    people = members(5)
    tournament = entered(director, people)
    commands.withdraw(by=people[4], tournament_id=tournament, now=NOW)
    commands.start(by=director, tournament_id=tournament, now=NOW)
    score(tournament)
    commands.close(by=director, tournament_id=tournament, now=NOW)
    called_for = [transfer for _, transfer in owed(tournament)]
    posted = statement(pot_account(tournament))
    assert [one.key for one in called_for] == [line.key for line in posted]
    assert [one.amounts[pot_account(tournament)] for one in called_for] == [
        line.amount for line in posted
    ]


def test_the_state_from_the_log_is_the_state_of_the_rows(director):
    tournament = entered(director, members(4))
    commands.start(by=director, tournament_id=tournament, now=NOW)
    score(tournament)
    state = queries.load_state(tournament)
    assert state is not None
    assert Tournament.objects.get(pk=tournament).version == state.version
    assert state.open_round is None
