"""A draw given by a program: the lines of the page's file, with the same faults by line, all or none."""

from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from games.models import Player
from tests.support.deals import NOW
from tests.support.play_pages import browser
from tests.support.tournament_pages import announced, player
from tournaments import commands, queries

pytestmark = pytest.mark.django_db

NAMES = ("an", "binh", "chi", "dung")
LINES = "round,table,seat,member\n1,1,south,an\n1,1,east,Binh\n1,1,north,chi\n1,1,west,dung\n"


@pytest.fixture
def fixed(director: Player) -> int:
    return announced(director, *[player(name) for name in NAMES], format="fixed")


def send(by: Player, tournament: int, lines: str = LINES, **more: Any) -> Any:
    body = {"lines": lines, "idempotency_key": str(uuid4()), **more}
    address = f"/api/v1/tournaments/{tournament}/given-draw/"
    return browser(by).post(address, body, "application/json")


def given(tournament: int) -> tuple[Any, ...]:
    state = queries.load_state(tournament)
    assert state is not None
    return state.given


def test_a_program_gives_the_draw_once_and_everybody_reads_it(director, fixed):
    key = str(uuid4())
    seats = [f"player:{Player.objects.get(username=name).pk}" for name in NAMES]
    for _twice in range(2):
        answer = send(director, fixed, idempotency_key=key)
        assert (answer.status_code, answer.json()) == (200, {"rounds": [[seats]]})
    assert given(fixed) == ((tuple(seats),),)
    an = browser(Player.objects.get(username="an"))
    read = an.get(f"/api/v1/tournaments/{fixed}/given-draw/")
    assert read.json() == {"rounds": [[seats]]}


def test_what_is_wrong_stands_by_its_line_and_nothing_is_given(director, fixed):
    player("elsewhere")
    wrong = "1,1,south,an\n1,1,up,binh\n1,1,north,nobody\n1,1,west,elsewhere\n9,1,south,chi\n1,1\n"
    answer = send(director, fixed, wrong)
    said = answer.json()
    assert (answer.status_code, said["code"]) == (422, "tournament.given-wrong")
    assert [(one["line"], one["said"]) for one in said["lines"]] == [
        (2, "up"),
        (3, "nobody"),
        (4, "Elsewhere"),
        (5, ""),
        (6, "1,1"),
    ]
    assert "write south, east, north or west" in said["lines"][0]["detail"]
    assert given(fixed) == ()
    for lines, why in (("", "paste the lines"), ('1,1,south,"an', "quotation marks in line 1")):
        answer = send(director, fixed, lines)
        assert answer.status_code == 422 and why in answer.json()["detail"]


def test_a_whole_file_is_taken_as_well_and_one_that_is_no_text_refused(director, fixed):
    address = f"/api/v1/tournaments/{fixed}/given-draw/"

    def send_file(data: bytes) -> Any:
        file = SimpleUploadedFile("draw.csv", data)
        return browser(director).post(address, {"file": file, "idempotency_key": str(uuid4())})

    answer = send_file(LINES.encode("utf-16")[:-1])
    assert answer.json()["code"] == "tournament.given-unreadable"
    assert send_file(b"1," * 300_000).status_code == 422
    assert send_file(LINES.encode()).status_code == 200 and given(fixed)


def test_only_a_director_who_does_not_play_gives_it_before_the_start(director, fixed):
    answer = send(Player.objects.get(username="an"), fixed)
    assert (answer.status_code, answer.json()["code"]) == (403, "tournament.not-director")
    playing = announced(director, director, format="fixed")
    lines = "1,1,south,director\n1,1,east,bot\n1,1,north,bot\n1,1,west,bot\n"
    assert send(director, playing, lines).json()["code"] == "tournament.own-interest"
    swiss = announced(director, format="swiss")
    assert send(director, swiss).json()["code"] == "tournament.given-not-fixed"
    assert send(director, 999).status_code == 404
    assert send(director, fixed).status_code == 200
    commands.start(by=director, tournament_id=fixed, now=NOW)
    assert send(director, fixed).json()["code"] == "tournament.already-started"
    answer = send(director, fixed, idempotency_key="x")
    assert answer.status_code == 422 and answer.json()["code"] == "request.invalid"
