"""All steps of a replay are drawn once and kept, for these eyes, this language and this state of the deal alone."""

import pytest
from django.core.cache import caches

from replays.commands import rulings
from replays.presenters.replay import draw_steps
from tests.support.deals import NOW
from tests.support.play_pages import browser

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def empty():
    caches["replays"].clear()


@pytest.fixture
def drawings(monkeypatch) -> list[str]:
    """The eyes for which steps were drawn."""
    drawn: list[str] = []

    def counted(deal, whole, disputes, view_options):
        drawn.append(view_options.eyes)
        return draw_steps(deal, whole, disputes, view_options)

    monkeypatch.setattr("replays.web.steps_cache.draw_steps", counted)
    return drawn


def steps(player, deal, **query: str) -> bytes:
    answer = browser(player).get(f"/replays/{deal.pk}/steps.json", query)
    assert answer.status_code == 200
    return answer.content


def test_each_pair_of_eyes_and_each_language_has_its_own_and_draws_it_once(four, deal, drawings):
    eyes = ("open", "public", "0", "1", "2", "3")
    fresh = {
        (one, lang): steps(four[0], deal, **{"as": one}, lang=lang)
        for one in eyes
        for lang in ("en", "vi")
    }
    assert len(set(fresh.values())) == len(drawings) == 12
    for (one, lang), body in reversed(fresh.items()):
        assert steps(four[1], deal, **{"as": one}, lang=lang) == body
    assert len(drawings) == 12


def test_a_dispute_a_ruling_and_a_changed_name_are_seen_at_once(
    four, referee, deal, discard, drawings
):
    steps(four[0], deal)
    row = rulings.file_dispute(by=four[0], deal_id=deal.pk, discard=discard, reason="why", now=NOW)
    assert b"is waiting for a referee" in steps(four[0], deal)
    rulings.give_ruling(
        by=referee, dispute_id=row.pk, outcome="reversed", section="10.3", reason="my word", now=NOW
    )
    assert b"my word" in steps(four[0], deal)
    for renamed in (four[2], referee):
        before = len(drawings)
        renamed.username = f"moi{renamed.pk}"
        renamed.display_name = ""
        renamed.save()
        assert renamed.shown_name.encode() in steps(four[0], deal)
        assert len(drawings) == before + 1


def test_what_may_no_longer_be_opened_is_refused_though_it_is_kept(four, deal):
    steps(four[0], deal)
    type(deal).objects.filter(pk=deal.pk).update(sealed=True)
    assert browser(four[0]).get(f"/replays/{deal.pk}/steps.json").status_code != 200
    assert browser(None).get(f"/replays/{deal.pk}/steps.json").status_code == 302


def test_all_steps_of_a_deal_take_little_on_the_wire(four, deal):
    plain = steps(four[0], deal)
    address = f"/replays/{deal.pk}/steps.json"
    answer = browser(four[0]).get(address, headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert len(plain) > 300_000 and len(answer.content) < len(plain) * 20 / 458
