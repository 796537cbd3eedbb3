"""Accounts with which programs play: owners mark them, names say so, and a tournament takes them if its terms do."""

import re
from typing import Any

import pytest

from games import queries
from games.engine.rules import VINAGAMES
from games.log import read
from games.models import Player
from tests.support import deals
from tests.support.api_client import get
from tests.support.deals import NOW
from tests.support.play_pages import browser, member, table_with
from tests.support.refused import refused
from tests.support.tournament_pages import announced, player
from tournaments import commands
from tournaments.models import Entry
from tournaments.queries.entry_lists import EntryLineOutcome, read_invitations, read_list

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


@pytest.fixture
def bot() -> Player:
    made = player("robo")
    made.is_bot = True
    made.save(update_fields=["is_bot"])
    return made


def marked(by: Player, account: Player, **said: str) -> str:
    form = {"username": account.username, "is_active": "on", "is_bot": "on", **said}
    answer = browser(by).post(f"/admin/games/player/{account.pk}/change/", form)
    account.refresh_from_db()
    return answer.content.decode()


def test_an_owner_makes_an_account_a_bots_with_a_reason_that_is_kept():
    owner = Player.objects.create_superuser("owner")
    account = member("robo")
    assert "reason" in marked(owner, account)
    assert [account.is_bot] == [False]
    marked(owner, account, reason="Chi's program")
    assert [account.is_bot] == [True]
    (fact,) = [one for one in read(f"member-{account.pk}") if one.name == "member.account-set"]
    assert "is_bot" in str(fact.payload) and "Chi's program" in str(fact.payload)


def test_nobody_but_an_owner_can(bot, director):
    account = member("robo-2")
    marked(director, account, reason="mine")
    assert not account.is_bot


def test_its_name_says_so_at_tables_in_deals_and_in_lists(bot):
    an = player("an")
    deal = deals.running_deal(VINAGAMES, 5, [bot, an])
    name = bot.shown_name
    assert name == "Robo (program)"
    seats = get(an, f"tables/{deal.table_id}/").json()["seats"]
    assert [seat["name"] for seat in seats[:2]] == [name, an.shown_name]
    assert get(an, f"deals/{deal.pk}/").json()["seats"][0]["name"] == name
    assert list(queries.names_of([f"player:{bot.pk}"])) == [name]
    page = browser(an).get(f"/tables/{deal.table_id}/").content.decode()
    assert name in page


def test_a_page_names_it_in_words_wherever_somebody_may_meet_it(bot, director):
    an = player("an")
    table = table_with(an, bot, admission="invited", invited=[bot])
    tournament = announced(director, bot, an, bot_accounts=True, entry_fee=0)
    felt = browser(an).get(f"/tables/{table.pk}/").content.decode()
    (heading,) = re.findall(r'<h2 class="seat__name" id="seat-1-name"\s*>(.*?)</h2>', felt, re.S)
    assert " ".join(heading.split()) == (
        '<span class="seat__guest" data-sign="program" aria-hidden="true">▣</span> <bdi>Robo</bdi> '
        '<small class="seat__program">(program)</small>'
    )
    for where in (
        "/",
        f"/members/{bot.pk}/",
        f"/tables/{table.pk}/invitations",
        f"/tournaments/{tournament}/",
    ):
        assert "Robo (program)" in browser(an).get(where).content.decode(), where


def test_it_enters_no_tournament_by_itself_or_by_a_director(bot, director):
    tournament = announced(director, player("an"))
    asked: dict[str, Any] = {"tournament_id": tournament, "now": NOW}
    with refused("bot.people-only"):
        commands.enter(by=bot, **asked)
    with refused("bot.people-only"):
        commands.enter_members(by=director, players=[bot.pk], **asked)
    with refused("bot.people-only"):
        commands.invite(by=director, players=[bot.pk], **asked)
    with refused("bot.people-only"):
        commands.list_reserve(by=bot, player=bot.pk, **asked)
    with refused("bot.people-only"):
        commands.list_reserve(by=director, player=bot.pk, **asked)
    assert [line.refused.code for line in read_list(tournament, "robo") if line.refused] == [
        "bot.people-only"
    ]
    assert not Entry.objects.filter(player=bot).exists()


def test_a_list_of_invitations_says_that_a_program_cannot_be_invited(bot, director):
    tournament = announced(director, admits="invited")
    (line,) = read_invitations(tournament, "robo")
    assert line.refused is not None and line.refused.code == "bot.people-only"


def test_an_account_that_was_marked_meanwhile_comes_back_to_no_tournament(director):
    people = [player(name) for name in ("an", "binh", "chi", "robo", "robo-2")]
    tournament = announced(director, *people[:4], entry_fee=0, rounds=2)
    asked: dict[str, Any] = {"tournament_id": tournament, "now": NOW}
    commands.list_reserve(by=people[4], player=people[4].pk, **asked)
    commands.start(by=director, **asked)
    commands.leave(by=people[3], **asked)
    Player.objects.filter(username__startswith="robo").update(is_bot=True)
    with refused("bot.people-only"):
        commands.take_back(by=people[3], player=people[3].pk, **asked)
    with refused("bot.people-only"):
        commands.take_back(by=director, player=people[3].pk, as_director=True, **asked)
    with refused("bot.people-only"):
        commands.give_seat(
            by=director, table=1, seat=0, player=people[4].pk, span="round", reason="Late.", **asked
        )


def test_it_enters_like_anybody_where_the_terms_let_programs_play(bot, director):
    second, third = player("robo-2"), player("robo-3")
    Player.objects.filter(username__startswith="robo").update(is_bot=True)
    tournament = announced(director, bot_accounts=True, entry_fee=0, admits="invited")
    asked: dict[str, Any] = {"tournament_id": tournament, "now": NOW}
    commands.invite(by=director, players=[bot.pk, second.pk, third.pk], **asked)
    for account in (bot, third):
        account.refresh_from_db()
    commands.enter(by=bot, **asked)
    assert [line.answer for line in read_list(tournament, "robo-2")] == [EntryLineOutcome.ENTERS]
    commands.enter_members(by=director, players=[second.pk], **asked)
    commands.list_reserve(by=third, player=third.pk, **asked)
    assert Entry.objects.filter(tournament=tournament).count() == 2
    page = browser(director).get(f"/tournaments/{tournament}/").content.decode()
    assert "Members&#x27; programs may enter" in page
    assert get(bot, f"tournaments/{tournament}/").json()["bot_accounts"] is True


def test_who_may_play_stays_as_it_was_when_the_first_entered(director):
    tournament = announced(director, player("an"))
    with refused("tournament.entered-by-terms"):
        commands.correct_settings(
            by=director,
            tournament_id=tournament,
            now=NOW,
            settings={"bot_accounts": True},
            reason="Chi has a program.",
        )


def test_programs_read_beside_each_name_whether_a_program_plays_with_the_account(director):
    robo, *people = (player(name) for name in ("robo", "an", "binh", "chi", "dung"))
    robo.is_bot = True
    robo.save(update_fields=["is_bot"])
    deal = deals.running_deal(VINAGAMES, 5, [robo, people[0]])
    tournament = announced(director, robo, *people[:3], bot_accounts=True, entry_fee=0)
    commands.list_reserve(by=people[3], tournament_id=tournament, player=people[3].pk, now=NOW)
    commands.start(by=director, tournament_id=tournament, now=NOW)
    ask = {
        "seats": get(people[0], f"tables/{deal.table_id}/").json()["seats"],
        "deal": get(people[0], f"deals/{deal.pk}/").json()["seats"],
        "as spectator": get(people[3], f"deals/{deal.pk}/").json()["seats"],
        "entries": get(robo, f"tournaments/{tournament}/entries/").json(),
        "standings": get(robo, f"tournaments/{tournament}/standings/").json(),
        "reserve": get(robo, f"tournaments/{tournament}/reserve/").json(),
    }
    marked = {
        where: [one["name"] for one in said if one["bot_account"]] for where, said in ask.items()
    }
    assert marked == {where: ["Robo (program)"] for where in ask} | {"reserve": []}
