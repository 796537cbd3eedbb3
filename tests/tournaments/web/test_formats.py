"""Formats on pages, in the API and in the files: chosen when it is announced, and a draw given by hand."""

import json
import re
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.utils import timezone

from games.models import Player
from tests.support.play_pages import browser
from tests.support.tournament_pages import GOOD, announced, player, score
from tournaments import commands, queries
from tournaments.checks.log import check_log
from tournaments.engine.draws.certificate import faults
from tournaments.engine.draws.swiss import METHOD_SWISS
from tournaments.models import RoundTable, Tournament
from tournaments.projections import rebuild

pytestmark = pytest.mark.django_db

NAMES = ("an", "binh", "chi", "dung", "giang")


def shown(address: str, by: Player | None = None) -> str:
    answer = browser(by).get(address)
    assert answer.status_code == 200, answer.content.decode()
    return answer.content.decode()


def test_the_format_is_chosen_shown_copied_and_told_by_the_api(director):
    form = {**GOOD, "format": "swiss", "idempotency_key": str(uuid4())}
    assert browser(director).post("/tournaments/new", form).status_code == 303
    row = Tournament.objects.get()
    assert row.terms.format == "swiss"
    assert "neighbours in the standings meet (Swiss)" in shown(f"/tournaments/{row.pk}/")
    copied = shown(f"/tournaments/new?like={row.pk}", director)
    assert '<option value="swiss" selected>' in copied
    told = browser(director).get(f"/api/v1/tournaments/{row.pk}/").json()
    assert told["format"] == "swiss"
    rebuild(row.pk)
    row.refresh_from_db()
    assert row.terms.format == "swiss" and not list(check_log())
    Tournament.objects.update(stored_terms={**row.stored_terms, "format": "even"})
    assert any("format" in line for line in check_log())


def test_nothing_chosen_is_even_and_nonsense_is_refused(director):
    form = {**GOOD, "idempotency_key": str(uuid4())}
    assert browser(director).post("/tournaments/new", form).status_code == 303
    assert Tournament.objects.get().terms.format == "even"
    answer = browser(director).post("/tournaments/new", {**form, "format": "knockout"})
    assert answer.status_code == 422
    late = {**form, "format": "fixed", "rounds": "3", "late_until": "3"}
    late["idempotency_key"] = str(uuid4())
    answer = browser(director).post("/tournaments/new", late)
    assert answer.status_code == 422
    assert "have no seat in a draw that was set in advance" in answer.content.decode()


def test_a_swiss_tournament_is_drawn_by_its_standings_and_certified(director):
    people = [player(name) for name in NAMES]
    tournament = announced(director, *people, rounds=2, format="swiss", fill_to=8)
    commands.start(by=director, tournament_id=tournament, now=timezone.now())
    for table in (1, 2):
        score(tournament, table=table)
    loaded = queries.current(tournament)
    second = loaded.state.rounds[1]
    assert second.method == METHOD_SWISS and len(second.ranking) == len(NAMES)
    address = f"/tournaments/{tournament}/rounds/2/certificate"
    assert faults(json.loads(browser().get(f"{address}.json").content)) == []
    page = shown(address)
    assert "Largest distance from the expected table" in page
    assert "Drawn by the standings" in page
    rebuild(tournament)
    assert not list(check_log())


LINES = """round,table,seat,member
1,1,south,an
1,1,east,Binh
1,1,north,chi
1,1,west,bot
1,2,south,dung
1,2,east,giang
1,2,north,bot
1,2,west,bot
"""


@pytest.fixture
def fixed(director: Player) -> int:
    return announced(director, *[player(name) for name in NAMES], format="fixed")


def given(by: Player, tournament: int, lines: str = LINES, **more: Any) -> HttpResponse:
    form = {"lines": lines, "idempotency_key": str(uuid4()), **more}
    answer = browser(by).post(f"/tournaments/{tournament}/give-draw", form)
    assert isinstance(answer, HttpResponse)
    return answer


def test_a_draw_is_given_read_by_everybody_and_played(director, fixed):
    public = f"/tournaments/{fixed}/given-draw"
    assert "have not been set yet" in shown(public)
    assert public in shown(f"/tournaments/{fixed}/")
    assert "Seat players by hand" in shown(f"/tournaments/{fixed}/", director)
    refused = browser(director).post(
        f"/tournaments/{fixed}/start", {"idempotency_key": str(uuid4())}
    )
    assert refused.status_code == 409
    assert "Your draw covers 0 rounds" in refused.content.decode()
    assert given(director, fixed).status_code == 303
    page = shown(public)
    assert page.index("An") < page.index("Binh") < page.index("Dung")
    assert "set the tables of all rounds by hand" in shown(f"/tournaments/{fixed}/log")
    commands.start(by=director, tournament_id=fixed, now=timezone.now())
    ids = {one.username: one.pk for one in Player.objects.all()}
    told = browser(director).get(f"/api/v1/tournaments/{fixed}/").json()
    assert told["given"][0][0][0] == f"player:{ids['an']}" and len(told["given"][0]) == 2
    first = RoundTable.objects.get(tournament=fixed, number=1)
    assert first.seats[:3] == [f"player:{ids[name]}" for name in ("an", "binh", "chi")]
    address = f"/tournaments/{fixed}/rounds/1/certificate"
    for checked in (address, f"/tournaments/{fixed}/draw"):
        page = shown(checked)
        assert "set these tables by hand" in page and "Nobody can choose who meets whom" not in page
    assert faults(json.loads(browser().get(f"{address}.json").content)) == []
    assert given(director, fixed).status_code == 409
    rebuild(fixed)
    assert not list(check_log())


@pytest.mark.parametrize("language", ["en", "vi", "fr", "ja"])
def test_a_file_is_read_also_with_semicolons_and_the_clubs_own_file_of_draws(
    director, fixed, language
):
    file = SimpleUploadedFile("draw.csv", LINES.replace(",", ";").encode("utf-8-sig"))
    assert given(director, fixed, "", file=file).status_code == 303
    commands.start(by=director, tournament_id=fixed, now=timezone.now())
    reader = browser(director)
    reader.cookies["django_language"] = language
    own = reader.get(f"/tournaments/{fixed}/draws.csv").content.decode()
    again = announced(director, *Player.objects.filter(username__in=NAMES), format="fixed")
    assert given(director, again, own).status_code == 303
    loaded, other = queries.current(fixed), queries.current(again)
    assert other is not None
    assert loaded.state.given == other.state.given


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("1,1,south", "needs four columns"),
        ("one,1,south,an", "This is not a round or table number"),
        ("1,1,N,an", "not a seat: write south"),
        ("1,1,south,nobody", "No member has this name or login name"),
        ("1,3,south,stranger", "Let them enter first"),
        ("1,1,south,bot", "Line 2 already has this seat in this round"),
        ("1,3,south,an", "Line 2 already gives this member a seat in round 1"),
        ("2,1,south,bot", "so there is no round 2"),
        ("1,9,south,bot", "is missing 4 of its four seats"),
        ("1,1,south,player:99999999999999999999", "No member has this name or login name"),
        ("1,101,south,bot", "Write a table from 1 to 100"),
    ],
)
def test_a_wrong_line_is_named_and_nothing_is_kept(director, fixed, wrong, said):
    player("stranger")
    answer = given(director, fixed, LINES + wrong + "\n")
    page = answer.content.decode()
    assert answer.status_code == 422 and said in page
    assert "Nothing was saved" in page and wrong in page
    loaded = queries.current(fixed)
    assert not loaded.state.given


@pytest.mark.parametrize("lines", ["", '1,1,"south', "\0", "1,1,south,an\n" * 10_001])
def test_what_is_no_draw_at_all_is_refused(director, fixed, lines):
    assert given(director, fixed, lines).status_code == 422


def test_who_may_not_give_it(director, fixed):
    assert given(Player.objects.get(username="an"), fixed).status_code == 403
    playing = player("thay", is_director=True)
    commands.enter(by=playing, tournament_id=fixed, now=timezone.now())
    assert given(playing, fixed).status_code == 403
    assert given(director, announced(director)).status_code == 404


def test_whoever_entered_behind_it_is_named_before_the_start(director, fixed):
    assert given(director, fixed).status_code == 303
    commands.enter(by=player("huong"), tournament_id=fixed, now=timezone.now())
    assert "Huong" in shown(f"/tournaments/{fixed}/given-draw")
    answer = browser(director).post(
        f"/tournaments/{fixed}/start", {"idempotency_key": str(uuid4())}
    )
    assert answer.status_code == 409


def test_a_wrong_file_is_told_all_its_faults_at_once_by_line(director, fixed):
    wrong = (
        "1,1,south,nobody\n1,1,up,an\n1,2,south,binh\n1,2,south,chi\n1,2,east,bot\n9,1,south,dung\n"
    )
    answer = given(director, fixed, wrong)
    assert answer.status_code == 422
    rows = re.findall(r"<tr>\s*<td class=\"num\">(.+?)</td>", answer.content.decode())
    assert rows == ["1", "2", "4", "6"]
    whole = "1,1,south,an\n1,1,south,bot\n1,2,south,binh\n"
    page = given(director, fixed, whole).content.decode()
    rows = re.findall(r"<tr>\s*<td class=\"num\">(.+?)</td>", page)
    assert rows == ["2", "–"]  # the seats of table 2 that are missing, too
