"""What a ruling pays is held while others want the same rows: nobody spends it meanwhile, nobody is thrown out."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import Thread
from uuid import uuid4

import pytest
from django.db import OperationalError
from django.utils import timezone

from games import commands
from games.commands.club import chips, held_chips, settlement
from games.commands.deal import deals
from games.commands.people import guests
from games.engine.rules import VINAGAMES
from games.errors import Refused
from games.ledger.accounts import hold_account, member_account
from games.ledger.queries import balance, trial_balance
from games.models import Deal, Player
from games.queries.finished.histories import load_state
from games.queries.held_chips import hold_of
from games.queries.required_balance import cover_of
from replays.commands import rulings
from replays.commands.notes import write_note
from replays.models import Dispute, Note
from tests.support.deals import penalty_seed, running_deal, stored_deal, taken_in
from tests.support.locks import somebody_waits
from tests.support.servers import wait_until
from tests.support.tables import opened_table
from tests.support.threads import at_once, elsewhere
from tests.support.tournament_pages import create
from tournaments import commands as tournament_commands

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("followers_do_not_wait"),
    pytest.mark.cover,
]
WORTH = 2
"""Chips a point."""


@pytest.fixture
def four() -> list[Player]:
    """Four members with their start sum."""
    players = [Player.objects.create_user(name) for name in ("an", "binh", "chi", "dung")]
    for player in players:
        commands.grant_first_chips(player=player, now=timezone.now())
    return players


@pytest.fixture
def referee() -> Player:
    return Player.objects.create_user("referee", is_referee=True)


@pytest.fixture
def director() -> Player:
    return Player.objects.create_user("director", is_director=True)


def disputed(four: list[Player], name: str = "Bàn 1") -> Dispute:
    """Return the dispute of a penalty at a table with chips, its payment moved and its chips held."""
    deal = stored_deal(
        VINAGAMES, penalty_seed(), four, chips_per_point=WORTH, name=name, now=timezone.now()
    )
    row = rulings.file_dispute(
        by=four[0],
        deal_id=deal.pk,
        discard=taken_in(deal).version,
        reason="why",
        now=timezone.now(),
    )
    commands.keep_hold(deal_id=deal.pk, now=timezone.now())
    assert balance(hold_account(deal.pk)) > 0
    return row


def lifted(row: Dispute, referee: Player) -> Player:
    """Lift the penalty, nothing of which is paid yet; the offender, who gets chips back."""
    ending = load_state(row.deal_id).ending
    assert ending is not None and ending.result.offender is not None
    offender = row.deal.seats.get(number=ending.result.offender).player
    assert offender is not None
    rulings.give_ruling(
        by=referee,
        dispute_id=row.pk,
        outcome="reversed",
        section="§10.3",
        reason="because",
        now=timezone.now(),
    )
    return offender


def work(deal_id: int) -> None:
    """What a worker does behind a ruling."""
    commands.settle(deal_id=deal_id)
    commands.keep_hold(deal_id=deal_id, now=timezone.now())


def enrich(*players: Player) -> None:
    """Give each so many chips that neither deals nor disputes here come to the end of them."""
    by = Player.objects.create_user("giver", is_director=True)
    key = uuid4()
    commands.grant_chips(
        by=by, players=players, amount=2000, idempotency_key=key, now=timezone.now()
    )


def got_back(deal_id: int) -> int:
    ending = load_state(deal_id).ending
    assert ending is not None
    seat = ending.original.offender
    assert seat is not None
    return WORTH * (ending.result.net[seat] - ending.original.net[seat])


def test_what_a_ruling_gives_back_is_held_in_the_transaction_that_pays_it(four, referee):
    row = disputed(four)
    offender = lifted(row, referee)
    before = balance(member_account(offender.pk))
    commands.settle(deal_id=row.deal_id)
    assert balance(member_account(offender.pk)) == before
    assert balance(hold_account(row.deal_id)) == got_back(row.deal_id) > 0
    row.deal.refresh_from_db()
    assert row.deal.settled_version == row.deal.owed_version
    assert row.deal.hold_due is not None and row.deal.hold_due > timezone.now()


def test_where_nothing_can_be_held_nothing_is_paid_either(four, referee, monkeypatch):
    row = disputed(four)
    offender = lifted(row, referee)
    before = (balance(member_account(offender.pk)), trial_balance())

    def fails(player_id: int) -> None:
        raise OperationalError("the machine went down")

    monkeypatch.setattr(held_chips, "cover_of", fails)
    with pytest.raises(OperationalError):
        commands.settle(deal_id=row.deal_id)
    assert (balance(member_account(offender.pk)), trial_balance()) == before
    row.deal.refresh_from_db()
    assert row.deal.settled_version < row.deal.owed_version


class Company:
    """Work that begins in a thread while somebody else's transaction is in its middle, and waits for that."""

    def __init__(self, work: Callable[[], object]) -> None:
        self.said: list[str] = []
        self.work = work
        self.threads: list[Thread] = []

    def begins(self) -> None:
        """Start it, once, and go on when it waits in a lock."""
        if not self.threads:
            self.threads.append(elsewhere(self._try))
            wait_until(somebody_waits, "the other waits", 20)

    def _try(self) -> None:
        try:
            self.work()
            self.said.append("done")
        except (OperationalError, Refused) as error:
            self.said.append(error.code if isinstance(error, Refused) else repr(error))

    def ends(self) -> list[str]:
        for thread in self.threads:
            thread.join(60)
        return self.said


def beside(
    monkeypatch: pytest.MonkeyPatch, where: object, name: str, work: Callable[[], object]
) -> Company:
    """Let `work` begin in company behind a step of somebody else's."""
    company, step = Company(work), getattr(where, name)

    def stepped(*args, **said):
        found = step(*args, **said)
        company.begins()
        return found

    monkeypatch.setattr(where, name, stepped)
    return company


@pytest.mark.only_on("postgresql")
def test_who_would_enter_a_tournament_with_the_chips_that_come_back_waits_and_finds_them_held(
    four, referee, director, monkeypatch
):
    row = disputed(four)
    offender = lifted(row, referee)
    fee = balance(member_account(offender.pk)) + 1
    cup = create(
        by=director,
        name="Friday",
        rules="vinagames",
        rounds=1,
        deals_per_round=1,
        entry_fee=fee,
        prize_shares=(100,),
        seconds_per_move=60,
        filler="bot:greedy",
        now=timezone.now(),
    )
    enter = partial(
        tournament_commands.enter, by=offender, tournament_id=cup.pk, now=timezone.now()
    )
    company = beside(monkeypatch, settlement, "post_owed", enter)
    commands.settle(deal_id=row.deal_id)
    assert company.ends() == ["tournament.too-few-chips"]
    assert balance(hold_account(row.deal_id)) == got_back(row.deal_id)


@pytest.mark.only_on("postgresql")
def test_a_payment_waits_for_who_just_stakes_chips_and_both_are_done(four, referee, monkeypatch):
    row = disputed(four)
    offender = lifted(row, referee)
    enrich(offender)
    table = opened_table(
        by=offender, name="Bàn 2", rules=VINAGAMES, seats=4, chips_per_point=2, now=timezone.now()
    )
    commands.sit_down(by=offender, table_id=table.pk, seat=0, now=timezone.now())
    deal = table.deals.get(ended_at=None)
    company = beside(monkeypatch, deals, "require_cover", partial(work, row.deal_id))
    commands.get_ready(by=offender, deal_id=deal.pk, now=timezone.now())
    assert company.ends() == ["done"]
    assert balance(hold_account(row.deal_id)) == got_back(row.deal_id)
    cover = cover_of(offender.pk)
    assert cover.reserved > 0 and cover.free >= 0


@pytest.mark.only_on("postgresql")
def test_who_notes_something_on_the_deal_meanwhile_is_not_thrown_out_and_throws_nobody_out(
    four, referee, monkeypatch
):
    """The writer has the own row and names the deal's; the payment has the deal's and wants the writer's."""
    row = disputed(four)
    offender = lifted(row, referee)
    company = beside(monkeypatch, Note.objects, "filter", partial(work, row.deal_id))
    write_note(
        by=offender,
        deal_id=row.deal_id,
        version=taken_in(row.deal).version,
        circle="mine",
        words="So much for that.",
        now=timezone.now(),
    )
    assert company.ends() == ["done"]
    assert Note.objects.count() == 1
    assert balance(hold_account(row.deal_id)) == got_back(row.deal_id)


@pytest.mark.only_on("postgresql")
def test_a_director_who_sits_there_and_gives_another_chips_meanwhile_waits_or_is_waited_for(
    four, referee, monkeypatch
):
    row = disputed(four)
    first, last = sorted(held_of(row))[0], four[-1]
    assert first < last.pk
    lifted(row, referee)
    Player.objects.filter(pk=last.pk).update(is_director=True)
    last.refresh_from_db()
    company = beside(monkeypatch, chips, "needs_second", partial(work, row.deal_id))
    give(last, Player.objects.get(pk=first), 7)
    assert company.ends() == ["done"]
    assert balance(hold_account(row.deal_id)) == got_back(row.deal_id)
    assert sum(trial_balance().values()) == 0


def held_of(row: Dispute) -> list[int]:
    found = hold_of(Deal.objects.get(pk=row.deal_id))
    assert found is not None
    return [one.player for one in found.held]


def give(by: Player, to: Player, chips: int) -> None:
    commands.grant_chips(
        by=by, players=[to], amount=chips, idempotency_key=uuid4(), now=timezone.now()
    )


def test_two_directors_who_give_each_other_chips_at_the_same_moment_both_do(monkeypatch):
    one = Player.objects.create_user("one", is_director=True)
    other = Player.objects.create_user("other", is_director=True)
    said: list[str] = []

    def given(by: Player, to: Player) -> None:
        for _ in range(10):
            try:
                give(by, to, 1)
                said.append("done")
            except OperationalError as error:
                said.append(repr(error))

    at_once(partial(given, one, other), partial(given, other, one))
    assert said == ["done"] * 20
    assert [balance(member_account(player.pk)) for player in (one, other)] == [10, 10]


def test_two_deals_of_the_same_four_are_paid_and_held_at_the_same_moment(four, referee):
    enrich(*four)
    rows = [
        disputed(four, "Bàn 1"),
        disputed([four[3], four[1], four[0], four[2]], "Bàn 2"),
    ]
    said: list[str] = []

    def settle(deal_id: int) -> None:
        try:
            work(deal_id)
            said.append("done")
        except OperationalError as error:
            said.append(repr(error))

    for row in rows:
        lifted(row, referee)
    at_once(*(partial(settle, row.deal_id) for row in rows))
    assert said == ["done", "done"]
    for row in rows:
        assert balance(hold_account(row.deal_id)) == got_back(row.deal_id)
    assert sum(trial_balance().values()) == 0


@pytest.mark.only_on("postgresql")
def test_sitting_down_playing_at_once_and_closing_a_table_go_on_beside_a_payment(four, referee):
    """Each has its table and its deal before the member: nobody waits in a ring."""
    row = disputed(four)
    offender = lifted(row, referee)
    enrich(offender)
    other = opened_table(
        by=offender, name="Bàn 2", rules=VINAGAMES, seats=4, chips_per_point=2, now=timezone.now()
    )
    running = running_deal(
        VINAGAMES, 1, [four[0]], chips_per_point=0, name="Bàn 3", now=timezone.now()
    )
    said: list[str] = []

    def tried(work: Callable[[], object]) -> None:
        try:
            work()
            said.append("done")
        except OperationalError as error:
            said.append(repr(error))
        except Refused as error:
            said.append(error.code)

    now = timezone.now()
    at_once(
        partial(tried, partial(work, row.deal_id)),
        partial(tried, partial(commands.sit_down, by=offender, table_id=other.pk, seat=0, now=now)),
        partial(tried, partial(guests.play_now, by=offender, rules=VINAGAMES, now=now)),
        partial(
            tried, partial(commands.close_table, by=four[0], table_id=running.table_id, now=now)
        ),
    )
    assert sorted(said) == ["done", "done", "done", "seat.playing"]
    assert balance(hold_account(row.deal_id)) == got_back(row.deal_id)
