"""Invitations at the club: kept in rows and the log, told to whom they concern, refused by name on page and API."""

from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from games.acts import gather
from games.errors import Refused
from games.models import Player, StaffAct
from tests.support.agreements import waiting_acts
from tests.support.deals import NOW
from tests.support.notices import tell, words_for
from tests.support.play_pages import browser
from tests.support.tournament_pages import announced, player
from tournaments import commands, queries
from tournaments.checks.log import check_log
from tournaments.models import Entry, Invitation, Reserve
from tournaments.projections import rebuild
from tournaments.queries.entry_lists import EntryLineOutcome, read_list

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


@pytest.fixture
def closed(director: Player) -> int:
    """A tournament that takes only who is invited."""
    return announced(director, entry_fee=0, admits="invited", rounds=2, late_until=2)


def invite(by: Player, tournament: int, *people: Player) -> None:
    commands.invite(by=by, tournament_id=tournament, players=[one.pk for one in people], now=NOW)


def posted(by: Player, tournament: int, **form: Any) -> tuple[int, str]:
    said = {"act": "invite", "idempotency_key": str(uuid4()), **form}
    answer = browser(by).post(f"/tournaments/{tournament}/invitations", said)
    return answer.status_code, answer.content.decode()


def refusal_of(command: Any, **said: Any) -> str:
    with pytest.raises(Refused) as caught:
        command(now=NOW, **said)
    return caught.value.code


def test_who_is_invited_hears_of_it_enters_and_the_rows_are_made_again(closed, director):
    an, binh = player("an"), player("binh")
    invite(director, closed, an, binh)
    commands.take_invitation_back(by=director, tournament_id=closed, player=binh.pk, now=NOW)
    commands.enter(by=an, tournament_id=closed, now=NOW)
    assert refusal_of(commands.enter, by=binh, tournament_id=closed) == "tournament.not-invited"
    tell()
    name = queries.get_tournament(closed).name
    assert words_for(an)[-1] == f"You are invited to enter {name}."
    assert words_for(binh)[-1] == f"Your invitation to {name} was taken back."
    rows = Invitation.objects.values("tournament", "player", "invited_by", "invited_at")
    before = list(rows)
    assert [(row["player"], row["invited_by"]) for row in before] == [(an.pk, director.pk)]
    rebuild(closed)
    assert list(rows) == before and list(check_log()) == []
    gather()
    did = StaffAct.objects.filter(by=director.pk).values_list("name", flat=True)
    assert {"tournament.members-invited", "tournament.invitation-taken-back"} <= set(did)


def test_the_page_says_in_words_who_may_enter_and_what_to_do(closed, director):
    page, stranger = f"/tournaments/{closed}/", player("stranger")
    html = browser(stranger).get(page).content.decode()
    assert "only invited members; no guests" in html
    assert "Ask Director, the director, to invite you." in html
    assert f"{page}enter" not in html
    answer = browser(stranger).post(f"{page}enter", {"idempotency_key": str(uuid4())})
    assert answer.status_code == 403
    assert "This tournament is by invitation" in answer.content.decode()
    invite(director, closed, stranger)
    assert f"{page}enter" in browser(stranger).get(page).content.decode()
    guest = browser(Player.objects.create_user("g", is_guest=True))
    assert "Guests cannot enter" in guest.get(page).content.decode()
    html = browser(director).get(page).content.decode()
    assert (
        f"{page}invitations" in html
        and "This tournament is by invitation, and you have not been invited yourself" in html
    )
    other = announced(director, entry_fee=0)
    html = browser(director).get(f"/tournaments/{other}/").content.decode()
    assert "every member of the club" in html and f"{other}/invitations" not in html
    assert "no guests" not in html, "a director enters them by name where nobody pays"


def test_a_director_invites_from_a_list_all_or_nobody_and_takes_back(closed, director):
    an, binh = player("an"), player("binh")
    status, said = posted(director, closed, names="an\nnobody")
    assert status == 409 and "no member has this name or login name" in said
    assert "Tick the right members." in said and not Invitation.objects.exists()
    file = SimpleUploadedFile("list.csv", b"username\nan\nbinh\n")
    key = str(uuid4())
    assert posted(director, closed, file=file, idempotency_key=key)[0] == 303
    assert [one.player for one in queries.invitations_of(closed)] == [an, binh]
    assert posted(director, closed, names="an")[0] == 303  # is invited already
    assert posted(director, closed, act="take-back", player=str(binh.pk))[0] == 303
    commands.enter(by=an, tournament_id=closed, now=NOW)
    status, said = posted(director, closed, act="take-back", player=str(an.pk))
    assert status == 409 and "has already entered or is on the reserve list" in said
    assert posted(director, closed, act="take-back", player="²")[0] == 303  # nobody's
    assert [one.player for one in queries.invitations_of(closed)] == [an]
    assert posted(an, closed, names="binh")[0] == 403
    assert posted(director, closed, names="")[0] == 422
    binh.display_name = "Ông Bình"
    binh.save()
    status, html = posted(director, closed, names="Ong Binh")
    assert status == 409 and "No member has this name. Is it one of these?" in html
    assert f'value="{binh.pk}"' in html
    assert posted(director, closed, names="Ong Binh", player=binh.pk)[0] == 303
    assert binh in [one.player for one in queries.invitations_of(closed)]


def test_a_list_of_entries_says_who_is_not_invited(closed, director):
    an, _binh = player("an"), player("binh")
    invite(director, closed, an)
    read = read_list(closed, "an\nbinh")
    assert [line.answer for line in read] == [EntryLineOutcome.ENTERS, EntryLineOutcome.UNINVITED]
    form = {"names": "an\nbinh", "step": "enter", "idempotency_key": str(uuid4())}
    answer = browser(director).post(f"/tournaments/{closed}/entry-list", form)
    assert answer.status_code == 422 and "invite them first" in answer.content.decode()
    assert f'href="/tournaments/{closed}/invitations"' in answer.content.decode()
    assert not Entry.objects.exists()


def test_once_it_runs_nobody_lets_themselves_in_and_who_plays_invites_nobody(closed, director):
    an, second = player("an"), player("second", is_director=True)
    invite(director, closed, an, second)
    commands.enter(by=an, tournament_id=closed, now=NOW)
    commands.start(by=director, tournament_id=closed, now=NOW)
    own = {"by": director, "tournament_id": closed, "players": [director.pk]}
    assert refusal_of(commands.invite, **own) == "tournament.own-name"
    third = player("third", is_director=True)
    html = browser(third).get(f"/tournaments/{closed}/seats").content.decode()
    assert "The reserve list is by invitation." in html
    asked = {"by": director, "tournament_id": closed, "player": director.pk}
    assert refusal_of(commands.list_reserve, **asked) == "tournament.directs"
    asked = {"by": third, "tournament_id": closed, "player": third.pk}
    assert refusal_of(commands.list_reserve, **asked) == "tournament.not-invited"
    assert not Reserve.objects.exists()
    commands.enter(by=second, tournament_id=closed, now=NOW)  # late
    other = {"by": second, "tournament_id": closed}
    commands.invite(players=[director.pk], now=NOW, **other)
    commands.take_invitation_back(player=director.pk, now=NOW, **other)  # who has none yet
    assert waiting_acts(closed) == ["invite"]


def test_the_api_keeps_the_list_and_refuses_by_name(closed, director):
    an, binh = player("an"), player("binh")
    api = f"/api/v1/tournaments/{closed}/"
    client = browser(director)

    def send(address: str, by: Any = client, **said: Any) -> Any:
        body = {"idempotency_key": str(uuid4()), **said}
        return by.post(f"{api}{address}", body, "application/json")

    assert client.get(api).json()["admits"] == "invited"
    assert send("invitations/", players=[an.pk, 10**9]).json()["code"] == "guest.member-only"
    assert send("invitations/", players=[]).status_code == 422
    key = str(uuid4())
    for _twice in range(2):
        answer = send("invitations/", players=[an.pk, binh.pk], idempotency_key=key)
        assert [one["id"] for one in answer.json()] == [an.pk, binh.pk]
    answer = send("invitations/taking-back/", player=binh.pk)
    assert [one["invited_by"] for one in answer.json()] == [director.pk]
    refused = send("reserve/", browser(binh), listed=True)
    assert (refused.status_code, refused.json()["code"]) == (403, "tournament.not-invited")
    assert send("invitations/", browser(an), players=[binh.pk]).status_code == 403
    assert [one["id"] for one in browser(binh).get(f"{api}invitations/").json()] == [an.pk]
    assert client.get("/api/v1/tournaments/999/invitations/").status_code == 404


def test_only_members_with_open_accounts_are_invited(closed, director):
    gone = player("gone", is_active=False)
    guest = Player.objects.create_user("g", is_guest=True)
    for who in (gone.pk, guest.pk, 10**9, 2**70, 0):
        said = {"by": director, "tournament_id": closed, "players": [who]}
        assert refusal_of(commands.invite, **said) == "guest.member-only"
    open_to_all = announced(director, entry_fee=0)
    said = {"by": director, "tournament_id": open_to_all, "players": [player("an").pk]}
    assert refusal_of(commands.invite, **said) == "tournament.no-invitations"
