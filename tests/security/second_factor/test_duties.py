"""Without a second factor a password opens nothing of a duty."""

import re
from urllib.parse import quote

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import tasks
from games.commands.people import tokens
from games.engine.rules import VINAGAMES
from games.models import ApiToken, Player
from replays import queries
from replays.commands.notes import write_note
from replays.models import Note
from tests.support.deals import penalty_seed, stored_deal
from tests.support.play_pages import browser, dealt, form_of_first_move, member
from tests.support.second_factor import HERE, logged_in, set_up
from tests.support.security.addresses import ADDRESSES
from tests.support.security.club import VIEWERS, built
from tusac_site.security import second_factor

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("duty", ["is_director", "is_referee", "is_superuser"])
def test_a_password_alone_opens_nothing_of_a_duty(duty, clock):
    person = member("trong", **{duty: True})
    client = logged_in("trong")
    opened = {
        "is_director": "/club/members/",
        "is_referee": "/admin/replays/dispute/",
        "is_superuser": "/admin/",
    }[duty]
    for address in ("/admin/", "/admin/games/player/", opened):
        answer = client.get(address)
        assert (answer.status_code, answer["Location"]) == (
            302,
            f"{HERE}?next={quote(address, safe='')}",
        )
    said = client.get(f"{HERE}?next=/admin/").content.decode()
    assert "The pages for staff stay closed until you have set up two-step login." in said
    set_up(person, client)
    assert client.get(opened).status_code == 200


def test_no_address_lets_a_duty_do_without_its_factor_what_a_member_may_not():
    """Each address of the site, asked by a director, a referee and the owner with the password alone."""
    club = built()
    reached = []
    for route, (_get, post) in ADDRESSES.items():
        may = dict(zip(VIEWERS, post.split(), strict=True))
        for viewer in ("referee", "director", "owner"):
            if may["member"] in ("403", "409") and may[viewer] in ("200", "302", "303"):
                answer = browser(club.viewers[viewer]).post(club.address(route), club.form(route))
                led = answer.status_code == 302 and answer["Location"].startswith(HERE)
                if not led and answer.status_code < 400:
                    reached.append((viewer, route))
        if route.startswith("admin/") and route not in ("admin/logout/",):
            for viewer in ("referee", "director", "owner"):
                answer = browser(club.viewers[viewer]).post(club.address(route), club.form(route))
                if answer.status_code < 400 and not answer["Location"].startswith(HERE):
                    reached.append((viewer, route))
    assert [one for one in reached if one[1] not in MEMBERS_TOO] == []


def test_a_program_removes_another_s_note_by_what_directs_alone(director):
    note = note_of(member("lan"))
    address = f"/api/v1/deals/{note.deal_id}/notes/{note.pk}/removal/"
    client = logged_in()
    answer = client.post(address, {"reason": "Spam."}, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (403, "factor.needed")
    set_up(director, client)
    answer = client.post(address, {"reason": "Spam."}, content_type="application/json")
    assert answer.status_code == 204


def note_of(writer: Player) -> Note:
    """Return a note for the club on a deal where neither its writer nor a director sat."""
    four = [member(name) for name in ("an", "binh", "chi", "dung")]
    deal = stored_deal(VINAGAMES, penalty_seed(), four)
    tasks.finish_deal(deal.pk)
    version = queries.get_replay(deal.pk)[1].steps[1].version
    return write_note(
        by=writer,
        deal_id=deal.pk,
        version=version,
        circle=Note.Circle.CLUB,
        words="Look at this.",
        now=timezone.now(),
    )


MEMBERS_TOO = {"admin/jsi18n/"}
"""Words for scripts."""


def test_who_plays_goes_on_playing_without(director):
    deal = dealt(director)
    client = logged_in()
    page = client.get(f"/tables/{deal.table_id}/").content.decode()
    form = form_of_first_move(page)
    if form is not None:
        assert client.post(f"/tables/{deal.table_id}/move", form).status_code == 303
    assert client.get("/account/").status_code == 200


def test_the_api_asks_for_it_as_well(director):
    client = logged_in()
    table = {"name": "Bàn 1"}
    answer = client.post("/api/v1/tables/", table, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (403, "factor.needed")
    key = tokens.issue(director, now=timezone.now(), scopes=["read", "direct"])
    program = Client(headers={"authorization": f"Token {key}"})
    answer = program.post("/api/v1/tables/", table, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (403, "factor.needed")
    set_up(director, client)
    answer = client.post("/api/v1/tables/", table, content_type="application/json")
    assert answer.status_code == 201
    answer = program.post("/api/v1/tables/", table, content_type="application/json")
    assert answer.status_code == 401  # it was made with the password alone


def test_a_token_of_the_password_alone_directs_nothing_however_it_has_lived_on(director):
    program = directing(director)
    set_up(director, logged_in())
    ApiToken.objects.create(**program.row)
    assert program.opens_a_table() == (403, "factor.needed")
    fresh = directing(director, with_factor=True)
    assert fresh.opens_a_table() == (201, None)


@pytest.mark.parametrize("duty", ["is_director", "is_referee", "is_superuser"])
def test_a_new_duty_and_a_new_factor_end_the_tokens_that_direct(duty, settings):
    """Made while the member was none, it would direct as soon as they are, with no second factor."""
    settings.TUSAC_SECOND_FACTOR = "optional"
    an = member("an")
    tokens.issue(an, now=timezone.now(), scopes=["read", "play"])
    directing(an)
    an.save()
    assert an.api_tokens.count() == 2
    setattr(an, duty, True)
    an.save()
    assert [one.scopes for one in an.api_tokens.all()] == ["read play"]
    directing(an)
    an.save()
    assert an.api_tokens.count() == 2
    set_up(an, logged_in("an"))
    assert [one.scopes for one in an.api_tokens.all()] == ["read play"]


class directing:  # noqa: N801 - reads like the function that it is
    """A program with a token that directs."""

    def __init__(self, player, **asked):
        key = tokens.issue(player, now=timezone.now(), scopes=["direct"], **asked)
        self.row = ApiToken.objects.filter(digest=tokens.digest_of(key)).values().get()
        self.client = Client(headers={"authorization": f"Token {key}"})

    def opens_a_table(self):
        answer = self.client.post(
            "/api/v1/tables/", {"name": "Bàn 1"}, content_type="application/json"
        )
        return answer.status_code, answer.json().get("code")


def test_what_any_member_may_do_has_a_name_that_exists():
    from django.urls import NoReverseMatch

    for name in second_factor.ANY_MEMBER | second_factor.ALWAYS | second_factor.OF_DUTY:
        for args in ([], [1], [1, 1], [1, 1, 1], [1] * 4, ["a", 1]):
            try:
                reverse(name, args=args)
                break
            except NoReverseMatch:
                continue
        else:
            raise AssertionError(name)


@pytest.mark.parametrize(
    "route",
    [
        route
        for route, (asked, _sent) in ADDRESSES.items()
        if not route.startswith(("admin/", "api/"))
        and asked.split()[VIEWERS.index("member")] == "403"
        and asked.split()[VIEWERS.index("seat")] == "403"
        and asked.split()[VIEWERS.index("owner")] == "200"
    ],
)
def test_a_page_that_only_an_owner_opens_asks_for_the_factor(route):
    member("owner", is_superuser=True, is_staff=True)
    answer = logged_in("owner").get("/" + re.sub(r"<int:\w+>", "1", route))
    assert answer.status_code == 302 and answer["Location"].startswith("/account/second-factor/")
