"""Nobody gives himself chips or duties, much money needs two people, and all acts of the staff stand on one page."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from games import acts, commands
from games.club.chips import DutiesSet, member_stream, to_stored
from games.commands.club.chips import confirm_grant, decline_grant
from games.commands.people.accounts import note_duties
from games.errors import Refused
from games.ledger.accounts import member_account
from games.ledger.queries import balance
from games.log import append
from games.models import Player, StaffAct
from games.queries.club.grants import waiting_wishes
from tests.support.play_pages import browser, member
from tests.support.tournament_pages import friday

pytestmark = pytest.mark.django_db

FOLLOWED = pytest.mark.django_db(transaction=True)
"""A follower reads what is committed, and on PostgreSQL nothing else."""
PLAYERS = "/admin/games/player/"


@pytest.fixture
def director() -> Player:
    return member("dora", is_director=True)


@pytest.fixture
def other() -> Player:
    return member("dieu", is_director=True)


@pytest.fixture
def an() -> Player:
    return member("an")


@pytest.fixture
def owner() -> Player:
    return Player.objects.create_superuser("owner")


def grant(by: Player, *players: Player, amount: int = 500) -> tuple[Player, ...]:
    return commands.grant_chips(
        by=by,
        players=players,
        amount=amount,
        reason="Tết",
        idempotency_key=uuid4(),
        now=timezone.now(),
    )


def held(player: Player) -> int:
    return balance(member_account(player.pk))


def page(viewer: Player | None = None, **asked: int) -> str:
    acts.gather()
    return browser(viewer).get("/club/staff/", asked).content.decode()


def ticked(by: Player, player: Player, **duties: str) -> str:
    said = {"username": player.username, "is_active": "on", "reason": "elected", **duties}
    answer = browser(by).post(f"{PLAYERS}{player.pk}/change/", said)
    player.refresh_from_db()
    return answer.content.decode()


def test_a_director_grants_himself_nothing(director, an):
    with pytest.raises(Refused, match="t grant chips to yourself"):
        grant(director, an, director)
    assert (held(an), held(director)) == (0, 0)


@pytest.mark.parametrize("duty", ["is_director", "is_referee"])
def test_an_owner_gives_himself_no_duty(owner, duty):
    assert "Ask another owner of the club" in ticked(
        owner, owner, is_superuser="on", **{duty: "on"}
    )
    assert not getattr(owner, duty)


def test_a_command_that_would_give_an_own_duty_stores_nothing(owner):
    owner.is_director = True
    with pytest.raises(Refused, match="Ask another owner of the club"):
        note_duties(by=owner, player=owner, before=frozenset({"is_superuser"}), now=timezone.now())


def test_a_director_gives_no_duty_by_the_command(director, an):
    an.is_director = True
    with pytest.raises(
        Refused, match="Only an owner can make members directors, referees or owners"
    ):
        note_duties(by=director, player=an, before=frozenset(), now=timezone.now())


@FOLLOWED
def test_a_duty_that_was_given_stands_on_the_page_with_its_giver(owner, an):
    ticked(owner, an, is_referee="on", is_director="on")
    html = page()
    assert "set the duties of an: director, referee" in html and "owner" in html
    assert an.referee_by == owner
    call_command("verify_log", verbosity=0)


@FOLLOWED
def test_much_money_waits_for_a_second_director(director, other, an):
    grant(director, an, amount=10_001)
    assert held(an) == 0
    (waiting,) = waiting_wishes()
    assert (waiting.wish.players, waiting.wish.chips, waiting.by) == ((an,), 10_001, director.pk)
    for by in (director, an):
        answer = browser(by).post("/club/staff/", {"act": "confirm", "wish": waiting.wish.key})
        assert answer.status_code == 403 and held(an) == 0
    here = browser(other)
    assert (
        here.post("/club/staff/", {"act": "confirm", "wish": waiting.wish.key}).status_code == 303
    )
    assert held(an) == 10_001 and waiting_wishes() == []
    assert (
        here.post("/club/staff/", {"act": "confirm", "wish": waiting.wish.key}).status_code == 404
    )
    assert held(an) == 10_001
    html = page()
    assert "requested 10,001 chips for an" in html and "granted an 10,001 chips" in html
    call_command("check_ledger", verbosity=0)


def test_many_small_grants_are_one_large_one(director, other, an):
    for _ in range(2):
        grant(director, an, amount=5_000)
    grant(director, other, amount=1)
    assert held(an) == 10_000 and held(other) == 0
    (waiting,) = waiting_wishes()
    with pytest.raises(Refused, match="You asked for these chips, or they are for you"):
        confirm_grant(by=other, wish=waiting.wish.key, now=timezone.now())


def test_the_limit_is_of_a_day_and_what_was_confirmed_does_not_count(director, other, an):
    grant(other, an, amount=20_000)
    confirm_grant(by=director, wish=waiting_wishes()[0].wish.key, now=timezone.now())
    grant(director, an, amount=10_000)
    assert held(an) == 30_000
    commands.grant_chips(
        by=director, players=[an], amount=7, idempotency_key=uuid4(),
        now=timezone.now() + timedelta(days=1, minutes=1),
    )  # fmt: skip
    assert held(an) == 30_007


def test_a_wish_that_is_declined_grants_nothing_ever(director, other, an):
    key = uuid4()
    said = {"by": director, "players": [an], "amount": 50_000, "idempotency_key": key}
    assert commands.grant_chips(**said, now=timezone.now()) == (an,)
    decline_grant(by=director, wish=waiting_wishes()[0].wish.key, now=timezone.now())
    assert commands.grant_chips(**said, now=timezone.now()) == ()
    with pytest.raises(Refused, match="no longer open"):
        confirm_grant(by=other, wish=f"{key.hex}-2", now=timezone.now())
    assert held(an) == 0


@FOLLOWED
def test_acts_are_listed_by_person_and_page(director, other, an, monkeypatch):
    monkeypatch.setattr("games.presenters.club.staff.PAGE", 2)
    for amount in (1, 2, 3):
        grant(director, an, amount=amount)
    friday(other)
    html = page()
    assert "announced tournament" in html and "granted an 3 chips" in html
    assert "granted an 2 chips" not in html and "?before=" in html
    alone = page(by=other.pk)
    assert "announced tournament" in alone and "granted an" not in alone
    oldest = StaffAct.objects.order_by("id")[1].pk
    assert "granted an 1 chip" in page(before=oldest)
    before = list(StaffAct.objects.order_by("id").values_list("stream", "version", "facts"))
    call_command("rebuild", "games", verbosity=0)
    assert list(StaffAct.objects.order_by("id").values_list("stream", "version", "facts")) == before


def test_every_act_has_words_and_keeps_no_card():
    assert {name.partition(".")[0] for name in acts.kinds()} >= {"club", "deal", "tournament"}
    for kind in acts.kinds().values():
        assert kind.words and not any("card" in one or "hand" in one for one in kind.fields)


@FOLLOWED
def test_programs_read_the_acts_page_by_page(director, an):
    for amount in (1, 2, 3):
        grant(director, an, amount=amount)
    acts.gather()
    client = browser(an)
    first = client.get("/api/v1/staff/acts/?limit=2")
    assert [one["what"] for one in first.json()] == ["granted an 3 chips", "granted an 2 chips"]
    assert first.json()[0]["why"] == "Tết" and first.json()[0]["player"] == director.pk
    older = first.headers["Link"].partition("<")[2].partition(">")[0]
    assert [one["what"] for one in client.get(older).json()] == ["granted an 1 chip"]
    assert client.get(f"/api/v1/staff/acts/?by={an.pk}").json() == []
    assert client.get("/api/v1/staff/acts/?by=x").status_code == 400


def test_a_duty_put_into_the_log_for_its_own_author_is_named(owner, capsys):
    event = to_stored(DutiesSet(("is_referee",), True, ("is_referee",)))
    stream = member_stream(owner.pk)
    append(stream, [event], expected_version=0, now=timezone.now(), metadata={"by": owner.pk})
    with pytest.raises(CommandError):
        call_command("check_ledger")
    assert "its event 1 is not one that a command would write" in capsys.readouterr().out


def test_the_page_costs_the_same_for_many_members(director, an, django_assert_max_num_queries):
    for number in range(30):
        member(f"m{number}")
    grant(director, an)
    acts.gather()
    client = browser(None)
    client.get("/club/staff/")
    # Two of them for the club's own stream, which is empty here.
    with django_assert_max_num_queries(9):
        assert client.get("/club/staff/").status_code == 200
