"""Answering a dispute on the page of a replay, and where its words are read: there, at the desk, by a program."""

from html import unescape

import pytest
from django.urls import reverse

from games.models import Deal, Player
from replays.commands import rulings
from tests.support.deals import NOW
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
    assert "whose discard it is, answered on" in html
    assert "<q>It was &lt;b&gt;my&lt;/b&gt; only pair.</q>" in html
    assert not asks(page(accused, deal, filed.discard))
    desk = browser(referee).get(reverse("admin:replays_dispute_change", args=[filed.pk])).text
    assert WORDS in unescape(desk) and "answered on" in desk and WORDS not in desk


def test_what_is_refused_is_said_in_the_form_and_keeps_the_words(accused, other, filed, deal):
    assert browser(accused).get(reverse("replay-answer", args=[deal.pk])).status_code == 302
    empty = answer(accused, deal, " ")
    assert empty.status_code == 422 and asks(empty.text)
    assert answer(other, deal).status_code == 403
    assert answer(accused, deal).status_code == 302
    twice = answer(accused, deal, "And this.")
    assert twice.status_code == 409 and "And this." in twice.text
    assert "that is done once" in twice.text


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
