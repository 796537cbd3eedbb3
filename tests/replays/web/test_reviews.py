"""A shared review: one leads, the others' pages go where the leader is; nothing of it is in the log (0199)."""

from __future__ import annotations

import pytest
from django.utils import timezone

from games.engine.rules import VINAGAMES
from games.errors import Refused
from games.models import Deal, Player
from replays.commands.reviews import lead_review, move_review, topic_of
from replays.models import SharedReview
from replays.queries.replay import get_replay
from replays.queries.reviews import LASTS
from tests.support.deals import running_deal
from tests.support.play_pages import browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def steps(deal: Deal) -> list[int]:
    return [step.version for step in get_replay(deal.pk)[1].steps]


@pytest.fixture
def said(monkeypatch) -> list[str]:
    """The topics that were published."""
    topics: list[str] = []
    monkeypatch.setattr("games.live.publish._send", topics.append)
    return topics


def begun(by: Player, deal: Deal, at: int, eyes: str = "open") -> SharedReview:
    return lead_review(by=by, deal_id=deal.pk, version=at, eyes=eyes, now=timezone.now())


def test_who_leads_is_followed_to_every_step_and_with_the_same_eyes(four, stranger, deal, steps):
    lan = browser(four[0])
    answer = lan.post(f"/replays/{deal.pk}/review/", {"at": steps[3], "as": "open"})
    review = SharedReview.objects.get()
    there = f"/replays/{deal.pk}/?at={steps[3]}&review={review.pk}"
    assert (answer.status_code, answer.headers["Location"]) == (303, there)
    page = lan.get(there).content.decode()
    assert "You're leading a review of this deal." in page
    assert f'value="http://testserver/replays/reviews/{review.pk}/"' in page

    chi = browser(stranger)
    assert (
        f"{four[0]} is leading a review of this deal."
        in chi.get(f"/replays/{deal.pk}/").content.decode()
    )
    assert f"{four[0]} is leading a review now." in chi.get("/replays/").content.decode()
    assert chi.get(f"/replays/reviews/{review.pk}/").headers["Location"] == there
    page = chi.get(there).content.decode()
    assert f"{four[0]} is leading this review." in page and 'aria-current="step"' in page
    assert f"&amp;review={review.pk}" in page, "links to other steps stay in the review"

    eyes = get_replay(deal.pk)[1].as_seen(2).steps[1].version
    moved = lan.post(f"/replays/reviews/{review.pk}/", {"at": eyes, "as": "2"})
    assert moved.status_code == 303
    now = chi.get(f"/replays/reviews/{review.pk}/now").content.decode()
    assert f'data-at="{eyes}" data-as="2"' in now
    assert f"?at={eyes}&amp;as=2&amp;review={review.pk}" in now
    assert (
        lan.post(
            f"/replays/reviews/{review.pk}/", {"at": steps[5], "as": "open"}, HTTP_HX_REQUEST="true"
        ).status_code
        == 204
    )


def test_the_end_is_told_and_who_follows_goes_on_alone(four, stranger, deal, steps):
    review = begun(four[0], deal, steps[1])
    lan, chi = browser(four[0]), browser(stranger)
    ended = lan.post(f"/replays/reviews/{review.pk}/", {"end": "yes"})
    assert ended.headers["Location"] == f"/replays/{deal.pk}/?at={steps[1]}"
    assert "This review is over" in chi.get(f"/replays/reviews/{review.pk}/now").content.decode()
    page = chi.get(f"/replays/{deal.pk}/?review={review.pk}").content.decode()
    assert "This review is over" in page and "data-stream" not in page
    gone = chi.get(f"/replays/reviews/{review.pk}/")
    assert gone.status_code == 410 and "Its leader can start another" in gone.content.decode()


def test_a_review_in_which_nobody_moves_ends_by_itself_and_leaves_no_row(four, deal, steps):
    old = begun(four[0], deal, steps[1])
    SharedReview.objects.update(moved_at=timezone.now() - LASTS)
    with pytest.raises(Refused, match="is over"):
        move_review(by=four[0], review_id=old.pk, version=steps[2], eyes="open", now=timezone.now())
    new = begun(four[1], deal, steps[1])
    assert list(SharedReview.objects.all()) == [new]


def test_only_who_leads_leads_and_leads_one_review_at_a_time(four, deal, steps):
    review = begun(four[0], deal, steps[1])
    binh = browser(four[1])
    for data in ({"at": steps[2], "as": "open"}, {"end": "yes"}):
        assert binh.post(f"/replays/reviews/{review.pk}/", data).status_code == 403
    review.refresh_from_db()
    assert review.version == steps[1]
    again = begun(four[0], deal, steps[4])
    assert list(SharedReview.objects.all()) == [again]


def test_everybody_who_follows_is_told_that_it_moved_and_never_where(
    four, deal, steps, said, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        review = begun(four[0], deal, steps[1])
        move_review(
            by=four[0], review_id=review.pk, version=steps[2], eyes="open", now=timezone.now()
        )
        browser(four[0]).post(f"/replays/reviews/{review.pk}/", {"end": "yes"})
    assert said == [topic_of(review.pk)] * 2


@pytest.mark.parametrize(
    "asked",
    [{}, {"at": "1"}, {"at": "x", "as": "open"}, {"at": "1", "as": "9"}, {"at": "9999", "as": "0"}],
)
def test_a_step_or_eyes_that_there_are_not_are_refused_in_words(four, deal, steps, asked):
    lan = browser(four[0])
    for address in (f"/replays/{deal.pk}/review/", None):
        if address is None:
            address = f"/replays/reviews/{begun(four[0], deal, steps[1]).pk}/"
        answer = lan.post(address, asked)
        assert answer.status_code == 404 and "notice" in answer.content.decode()
    assert SharedReview.objects.get().version == steps[1]


def test_nobody_leads_through_a_deal_that_is_not_over(four, deal, steps):
    running = running_deal(VINAGAMES, 3, four, name="Bàn 9", moves=5)
    lan = browser(four[0])
    answer = lan.post(f"/replays/{running.pk}/review/", {"at": 1, "as": "open"})
    assert answer.status_code == 409 and not SharedReview.objects.exists()


def test_a_follower_with_a_seats_eyes_gets_no_byte_more_than_that_seat_saw(
    four, stranger, deal, steps
):
    """The part of the page about the review adds nothing of the deal: with and without it the board is the same."""
    at = get_replay(deal.pk)[1].as_seen(1).steps[4].version
    review = begun(four[0], deal, at, eyes="1")
    chi = browser(stranger)
    with_it = chi.get(f"/replays/{deal.pk}/?at={at}&as=1&review={review.pk}").content.decode()
    alone = chi.get(f"/replays/{deal.pk}/?at={at}&as=1").content.decode()
    board = '<div class="replay__board" id="board">'
    assert (
        with_it.partition(board)[2]
        .partition("replay__side")[0]
        .replace(f"&amp;review={review.pk}", "")
        == alone.partition(board)[2].partition("replay__side")[0]
    )
    now = chi.get(f"/replays/reviews/{review.pk}/now").content.decode()
    assert len(now) < 700


@pytest.mark.parametrize("gone", ["Only the leader of a review can go to another move", "the deal"])
def test_a_review_of_who_left_or_of_a_sealed_deal_is_over(four, stranger, deal, steps, gone):
    review = begun(four[0], deal, steps[3])
    page = browser(stranger)
    assert "is leading a review now" in page.get("/replays/").content.decode()
    if gone == "the deal":
        Deal.objects.filter(pk=deal.pk).update(sealed=True)
    else:
        Player.objects.filter(pk=four[0].pk).update(is_active=False)
    assert "is leading a review now" not in page.get("/replays/").content.decode()
    assert page.get(f"/replays/reviews/{review.pk}/").status_code == 410


def test_a_step_behind_the_end_is_answered_in_words_and_begins_nothing(
    four, deal, steps, monkeypatch
):
    """The leader's other page ends the review between the look at it and the step."""
    review = begun(four[0], deal, steps[3])
    monkeypatch.setattr(
        "replays.commands.reviews._require_step", lambda *_: SharedReview.objects.all().delete()
    )
    answer = browser(four[0]).post(f"/replays/reviews/{review.pk}/", {"at": steps[4], "as": "open"})
    assert answer.status_code == 410
    assert "This review is over" in answer.content.decode()


def test_who_leads_on_where_it_is_over_reads_so_in_its_place_and_can_begin_again(four, deal, steps):
    lan, review = browser(four[0]), begun(four[0], deal, steps[3])
    address, step = f"/replays/reviews/{review.pk}/", {"at": steps[4], "as": "open"}
    assert lan.post(address, {"end": "yes"}).status_code == 303
    answer = lan.post(address, step, HTTP_HX_REQUEST="true")
    assert (answer.status_code, answer["HX-Retarget"]) == (410, "#review")
    part = answer.content.decode()
    assert "This review is over" in part and "<html" not in part
    assert f'href="?at={steps[4]}"' in part
    seen = lan.post(address, {**step, "as": "2"}, HTTP_HX_REQUEST="true").content.decode()
    assert f'href="?at={steps[4]}&amp;as=2"' in seen, "a step is counted by its eyes"
    assert lan.post(address, step).status_code == 410
    assert not SharedReview.objects.exists(), "nothing is begun again by a step"
    page = lan.get(f"/replays/{deal.pk}/?at={steps[4]}&review={review.pk}").content.decode()
    assert "This review is over" in page and "Review this deal with others" in page
