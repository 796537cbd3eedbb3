"""The page of deal records: every line of a file is checked for whoever asks, and a director may store it."""

import hashlib
import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games.models import Deal, Player
from replays.web.records import CHECKED_AT_ONCE, MOST_BYTES, MOST_LINES
from tests.support.play_pages import browser
from tests.support.record_mutations import written
from tests.support.records import nothing_stored, played_elsewhere

pytestmark = pytest.mark.django_db
PAGE = "/replays/records/"


def file_of(*records):
    lines = [record if isinstance(record, bytes) else written(record) for record in records]
    return SimpleUploadedFile("records.jsonl", b"\n".join(lines) + b"\n")


def send(client, *records, step="check", **more):
    return client.post(PAGE, {"file": file_of(*records), "step": step, **more})


@pytest.fixture
def an():
    return Player.objects.create_user("an")


@pytest.fixture
def director():
    return Player.objects.create_user("director", is_director=True)


def test_each_line_has_its_answer_and_nothing_is_stored(an):
    wrong = {**played_elsewhere(2), "dice": [1, 1]}
    html = send(browser(an), played_elsewhere(1), wrong, b"{").content.decode()
    assert "3 deals were checked." in html
    assert "2 are wrong." in html
    assert "dice: it is not what the events say" in html
    assert "the line is not JSON" in html
    assert "None" not in html
    assert ">right</td>" in html
    assert html.index("the line is not JSON") < html.index(
        ">right</td>"
    )  # what is wrong comes first
    assert nothing_stored()


def test_a_right_file_is_said_to_be_right(an):
    assert "Everything is correct." in send(browser(an), played_elsewhere(1)).content.decode()
    assert nothing_stored()


def test_a_director_stores_a_right_file_and_its_deals_can_be_replayed(director):
    answer = send(browser(director), played_elsewhere(1), played_elsewhere(2), step="store")
    assert (answer.status_code, answer["Location"]) == (303, "/replays/")
    assert Deal.objects.count() == 2
    assert browser(director).get(f"/replays/{Deal.objects.all()[0].pk}/").status_code == 200


def test_one_wrong_line_and_nothing_of_the_file_is_stored(director):
    answer = send(browser(director), played_elsewhere(1), b"{", step="store")
    assert answer.status_code == 422
    assert "the line is not JSON" in answer.content.decode()
    assert nothing_stored()


def test_what_is_here_already_is_refused_with_its_line(director):
    client = browser(director)
    send(client, played_elsewhere(1), step="store")
    answer = send(client, played_elsewhere(2), played_elsewhere(1), step="store")
    assert answer.status_code == 409
    assert "Line 2: a deal with this commitment is here already. Nothing was stored." in (
        answer.content.decode()
    )
    assert Deal.objects.count() == 1


def test_a_member_may_check_and_not_store(an):
    assert "Check and store" not in browser(an).get(PAGE).content.decode()
    answer = send(browser(an), played_elsewhere(1), step="store")
    assert answer.status_code == 403
    assert nothing_stored()


@pytest.mark.parametrize(
    ("content", "status", "said"),
    [
        (b"", 422, "The submitted file is empty"),
        (b"\n\n", 422, "This file contains no deals."),
        (b" " * (MOST_BYTES + 1), 422, "This file is too large: at most 3 MB."),
        (b"\xff\xfe{\x00", 200, "the line is not UTF-8"),  # a page about each line
        (b"x\n" * (MOST_LINES + 1), 422, "This file has too many lines"),
    ],
)
def test_bad_files_are_refused_in_words(an, content, status, said):
    answer = browser(an).post(PAGE, {"file": SimpleUploadedFile("x", content), "step": "check"})
    assert answer.status_code == status
    assert said in answer.content.decode()


def test_no_file_at_all_and_a_stranger(an):
    assert browser(an).post(PAGE, {"step": "check"}).status_code == 422
    assert "Log in to check a file here." in Client().get(PAGE).content.decode()
    assert send(Client(), played_elsewhere(1)).status_code == 403


def test_who_comes_while_two_files_are_checked_is_asked_to_come_again(an):
    with CHECKED_AT_ONCE, CHECKED_AT_ONCE:
        answer = send(browser(an), played_elsewhere(1))
    assert answer.status_code == 422 and "Try again in a moment." in answer.content.decode()
    assert "Everything is correct." in send(browser(an), played_elsewhere(1)).content.decode()


def test_a_strange_name_of_a_deal_is_text_and_no_markup(an):
    html = send(browser(an), {**played_elsewhere(1), "deal": "<script>x"}).content.decode()
    assert "&lt;script&gt;x" in html
    assert "<script>x" not in html


def test_everybody_gets_the_program_that_the_page_names():
    client = Client()
    answer = client.get("/replays/records/verify_deals.py")
    assert answer["Content-Type"] == "text/x-python; charset=utf-8"
    assert 'filename="verify_deals.py"' in answer["Content-Disposition"]
    assert hashlib.sha256(answer.content).hexdigest() in client.get(PAGE).content.decode()
    compile(answer.content, "verify_deals.py", "exec")


def test_a_record_from_a_replay_is_right(an, director):
    send(browser(director), played_elsewhere(1), step="store")
    saved = browser(an).get(f"/replays/{Deal.objects.get().pk}/record.json").content
    json.loads(saved)
    assert "Everything is correct." in send(browser(an), saved.rstrip()).content.decode()
