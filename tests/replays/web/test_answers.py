"""Answering a dispute on the page of a replay, and where its words are read: there, at the desk, by a program."""

import json
from html import unescape

import pytest
from django.urls import reverse

from games import queries
from games.engine.recording.records import from_record, to_line
from games.engine.recording.verification import verify
from games.engine.rules import VINAGAMES
from games.log import stream_version
from games.models import Deal, Player
from replays.commands import rulings
from tests.support.deals import NOW, ending_of, penalty_seed, stored_deal, taken_in
from tests.support.guests import guest_browser
from tests.support.play_pages import browser
from tests.support.replay_pages import page

pytestmark = pytest.mark.django_db
WORDS = "It was <b>my</b> only pair."


def asks(html: str) -> bool:
    return 'id="answer"' in html and "Answer the dispute" in html


def answer(player: Player, deal: Deal, reason: str = WORDS):
    return browser(player).post(reverse("replay-answer", args=[deal.pk]), {"reason": reason})


def test_only_who_let_the_card_go_is_asked_and_only_while_it_is_disputed(
    accused, other, stranger, deal, discard
):
    assert not asks(page(accused, deal, discard))
    rulings.file_dispute(by=other, deal_id=deal.pk, discard=discard, reason="why", now=NOW)
    html = page(accused, deal, discard)
    assert asks(html) and 'for="answer_reason"' in html and html.count('id="answer_reason"') == 1
    assert html.index('id="answer"') < html.index('id="dispute"'), (
        "its own turn to speak comes first"
    )
    assert not asks(page(other, deal, discard)) and not asks(page(stranger, deal, discard))


def test_the_words_stand_beside_the_dispute_in_the_replay_and_at_the_desk(
    accused, other, filed, deal, referee
):
    sent = answer(accused, deal)
    assert sent.status_code == 302 and sent.url.endswith(f"?at={filed.discard}")
    html = page(other, deal, filed.discard)
    assert "whose discard it was, answered on" in html
    assert "<q>It was &lt;b&gt;my&lt;/b&gt; only pair.</q>" in html
    assert not asks(page(accused, deal, filed.discard))
    desk = browser(referee).get(reverse("desk-case", args=[filed.pk])).text
    assert WORDS in unescape(desk) and "answered on" in desk and WORDS not in desk


def test_what_is_refused_is_said_in_the_form_and_keeps_the_words(accused, other, filed, deal):
    assert browser(accused).get(reverse("replay-answer", args=[deal.pk])).status_code == 302
    empty = answer(accused, deal, " ")
    assert empty.status_code == 422 and asks(empty.text)
    assert answer(other, deal).status_code == 403
    assert answer(accused, deal).status_code == 302
    twice = answer(accused, deal, "And this.")
    assert twice.status_code == 409 and "And this." in twice.text
    assert "you can do that only once" in twice.text


def test_a_program_answers_once(accused, other, filed, deal):
    address = f"/api/v1/deals/{deal.pk}/disputes/answer/"

    def ask(player: Player, **body: str) -> int:
        return browser(player).post(address, body, content_type="application/json").status_code

    assert ask(other, reason="No.") == 403
    assert ask(accused) == 422
    assert ask(accused, reason="x" * 1001) == 422
    assert ask(accused, reason=WORDS) == 200
    assert ask(accused, reason=WORDS) == 409


def test_without_a_dispute_there_is_nothing_to_answer(accused, deal):
    assert answer(accused, deal).status_code == 404


ODD = {
    "a letter that turns the line": "\u202eMine\u2066.",
    "control characters": "Mine.\x1b[2J\x07\x7f",
    "line ends": "Mine.\r\nAll four.",
    "markup": "</q><script>alert(1)</script>",
}


@pytest.mark.parametrize("words", ODD.values(), ids=ODD)
def test_odd_words_are_kept_as_they_are_and_break_no_page_nor_record(
    words, accused, other, filed, deal, referee
):
    assert answer(accused, deal, words).status_code == 302
    html = page(other, deal, filed.discard)
    assert "answered on" in html and "<script>alert" not in html
    desk = browser(referee).get(reverse("desk-case", args=[filed.pk]))
    assert desk.status_code == 200 and "<script>alert" not in desk.text
    record = queries.record_of(deal.pk)
    assert from_record(json.loads(to_line(record))) == record and verify(record) is None


NO_WORDS = ("", " \n\t", "\u00a0", "\0", "a\0b", "\ud800", "x" * 1001, "x" * 100_000)
NO_BODY = ("", "{}", '{"reason": null}', '{"reason": ["x"]}')
NO_JSON = ("[]", "null", "{", "[" * 50_000)


def test_what_is_no_answer_is_refused_by_page_and_program_and_nothing_is_written(
    accused, filed, deal
):
    before = stream_version(deal.stream)
    client, address = browser(accused), f"/api/v1/deals/{deal.pk}/disputes/answer/"
    *short, long = (json.dumps({"reason": words}) for words in NO_WORDS)
    for bodies, status in (((*NO_BODY, *short), 422), (NO_JSON, 400), ((long,), 413)):
        for body in bodies:
            said = client.post(address, body, content_type="application/json")
            assert said.status_code == status, body[:40]
    page = reverse("replay-answer", args=[deal.pk])
    for words in NO_WORDS:
        if words.isprintable() or words.isspace() or "\0" in words:
            said = client.post(page, {"reason": words})
            assert said.status_code == 422, words[:40]
    assert client.post(page).status_code == 422
    assert stream_version(deal.stream) == before


def test_nobody_else_answers_by_page_or_program_and_the_form_names_no_seat(
    accused, other, filed, deal, stranger, referee, director
):
    before = stream_version(deal.stream)
    guest_client, _guest = guest_browser()
    owner = Player.objects.create_superuser("owner")
    clients = [browser(one) for one in (other, stranger, referee, director, owner)]
    taken = ending_of(deal).taken
    assert taken is not None
    page = reverse("replay-answer", args=[deal.pk])
    address = f"/api/v1/deals/{deal.pk}/disputes/answer/"
    forged = {"reason": "No.", "seat": taken.seat, "by": accused.pk, "dispute": filed.pk}
    for client, status in (
        *((one, 403) for one in clients),
        *((one, 401) for one in (guest_client, browser())),
    ):
        said = client.post(page, forged)
        assert said.status_code == 403 or "/login/" in said["Location"]
        said = client.post(address, forged, content_type="application/json")
        assert said.status_code == status
    for number in (0, -1, 2**62, 2**80):
        assert (
            browser(accused).post(f"/replays/{number}/answer/", {"reason": "No."}).status_code
            == 404
        )
    assert stream_version(deal.stream) == before


def test_a_bots_seat_is_answered_for_by_nobody(four, referee, director):
    bots = stored_deal(VINAGAMES, penalty_seed(), four, name="Bàn 3", chips_per_point=10)
    taken = taken_in(bots)
    bots.seats.filter(number=taken.seat).update(player=None)
    at = taken.version
    sits = four[(taken.seat + 1) % 4]
    rulings.file_dispute(by=sits, deal_id=bots.pk, discard=at, reason="why", now=NOW)
    for one in (*four, referee, director):
        assert answer(one, bots).status_code == 403
        assert not asks(page(one, bots, at))
