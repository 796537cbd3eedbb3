"""A picture of a step: what its page shows, and not a byte of what those eyes did not see."""

import io
import re
from dataclasses import replace
from random import Random
from xml.etree import ElementTree

import pytest
from django.core.cache import caches
from PIL import Image

from games import queries
from games.engine.events import Event
from games.engine.rules import FOURSAC, VINAGAMES
from games.infrastructure.throttling import LIMITS, Limit
from games.models import Deal, Player
from replays.presenters.picture import HEIGHT, WIDTH, picture
from replays.presenters.replay import draw_position
from replays.presenters.view_options import ViewOptions
from replays.queries.replay import PUBLIC, replay_of
from tests.support.deals import exhausted_seed, running_deal, stored_deal
from tests.support.play_pages import browser
from tests.support.worlds import otherwise

pytestmark = pytest.mark.django_db
SVG = "{http://www.w3.org/2000/svg}"


def picture_of(deal: Deal, player: Player | None, kind: str = "svg", **query: str | int):
    return browser(player).get(f"/replays/{deal.pk}/picture.{kind}", query)


def drawn(history: list[Event], deal: Deal, eyes: str) -> str:
    whole = replay_of(queries.history(deal.pk))
    steps = tuple(
        replace(step, event=history[step.logged - 1])
        for step in whole.steps
        if step.logged <= len(history)
    )
    cut = replace(whole, steps=steps, history=tuple(history))
    view_options = ViewOptions(eyes)
    title, step = draw_position(deal, cut, view_options, view_options.seen(cut).steps[-1].version)
    return picture(step, title)


@pytest.mark.parametrize("rules", [VINAGAMES, FOURSAC], ids=lambda rules: rules.key)
def test_not_a_byte_differs_where_only_what_these_eyes_did_not_see_differs(four, rules):
    deal = stored_deal(rules, 3, four)
    whole = [row.event for row in queries.history(deal.pk)]
    apart = 0
    for length in (20, len(whole) // 2, (2 * len(whole)) // 3):
        before = whole[:length]
        for eyes, seat in ((PUBLIC, None), *((str(number), number) for number in range(4))):
            after = otherwise(before, seat, Random(length))
            assert after != before
            assert drawn(before, deal, eyes) == drawn(list(after), deal, eyes), (length, eyes)
            apart += drawn(before, deal, "open") != drawn(list(after), deal, "open")
    assert apart > 5, "the pictures of all hands tell the worlds apart"


def test_a_picture_is_well_formed_names_every_seat_and_shows_each_card_once(four, deal, discard):
    four[0].display_name = 'An <b>&"x"\x07'
    four[0].save()
    answer = picture_of(deal, four[0], at=discard)
    assert answer.status_code == 200 and answer["Content-Type"] == "image/svg+xml"
    root = ElementTree.fromstring(answer.content)
    assert (root.get("width"), root.get("height")) == (str(WIDTH), str(HEIGHT))
    words = [one.text or "" for one in root.iter(f"{SVG}text")]
    assert sum("An <b>" in one for one in words) == 1
    named = "".join(one.text or "" for one in root.iter(f"{SVG}desc"))
    for told in (
        "Step ",
        "Active card: ",
        " in the stock",
        " in hand",
        "In hand: ",
        "Trash (rác): ",
    ):
        assert told in named, told
    ids = {one.get("id") for one in root.iter() if one.get("id")}
    used = [(one.get("href") or "").removeprefix("#") for one in root.iter(f"{SVG}use")]
    assert set(used) <= ids
    frame = replay_of(queries.history(deal.pk)).frame(discard)
    shown = len(frame.dead) + (frame.active is not None)
    for seat in frame.seats:
        shown += seat.count + sum(len(made.cards) for made in seat.public)
    assert len(used) - used.count("back") == shown
    # Nothing reaches outside the file.
    assert (
        not re.search(rb'(?:href|src)="(?!#)', answer.content) and b"<script" not in answer.content
    )


def test_every_step_of_a_deal_has_a_picture_of_its_own(four):
    deal = stored_deal(FOURSAC, 8, four)
    seen = {
        picture_of(deal, four[0], at=step.version).content
        for step in replay_of(queries.history(deal.pk)).steps
    }
    assert len(seen) == len(replay_of(queries.history(deal.pk)).steps)


def test_messengers_get_points_and_the_page_of_an_open_deal_says_where(four, deal, discard):
    answer = picture_of(deal, four[0], "png", at=discard)
    assert answer["Content-Type"] == "image/png"
    with Image.open(io.BytesIO(answer.content)) as image:
        assert (
            image.size == (WIDTH, HEIGHT) and len(image.convert("RGB").getcolors(2**20) or ()) > 50
        )
    assert picture_of(deal, None, "png").status_code == 302
    browser(four[0]).post(f"/replays/{deal.pk}/open/", {"open": "yes"})
    for one in four[1:]:
        browser(one).post(f"/replays/{deal.pk}/open/", {"open": "yes"})
    html = browser(None).get(f"/replays/{deal.pk}/?at={discard}").content.decode()
    found = re.search(r'property="og:image" content="([^"]+)"', html)
    assert found is not None and found[1].endswith(f"/replays/{deal.pk}/picture.png?at={discard}")
    assert picture_of(deal, None, "png", at=discard).status_code == 200
    assert browser(None).post(f"/replays/{deal.pk}/picture.png").status_code == 405


def test_a_deal_that_is_played_has_no_picture_and_a_step_that_is_none_no_other(four):
    running = running_deal(VINAGAMES, 4, four)
    done = stored_deal(VINAGAMES, 3, four, name="Bàn 2")
    for kind in ("svg", "png"):
        assert picture_of(running, four[0], kind).status_code == 409
        for query in ({"at": "0"}, {"at": "x"}, {"as": "9"}, {"at": "99999"}):
            assert picture_of(done, four[0], kind, **query).status_code == 404


def test_a_browser_that_has_the_picture_gets_it_once_and_is_asked_each_time(four, deal, discard):
    client = browser(four[0])
    for kind in ("svg", "png"):
        address = f"/replays/{deal.pk}/picture.{kind}?at={discard}"
        first = client.get(address)
        assert first["Cache-Control"] == "private, no-cache"
        again = client.get(address, headers={"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
        assert again["Cache-Control"] == "private, no-cache"
        other = client.get(f"{address}&as=public", headers={"If-None-Match": first["ETag"]})
        assert other.status_code == 200 and other["ETag"] != first["ETag"]
        # What the browser had does not open it to somebody else, nor is a refusal kept.
        shut = browser(None).get(address, headers={"If-None-Match": first["ETag"]})
        assert shut.status_code == 302 and "no-store" in shut["Cache-Control"]
        assert client.head(address).status_code == 200
    four[0].display_name = "Somebody else"
    four[0].save()
    assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_points_are_made_once_for_all_who_see_the_same(four, deal, discard, monkeypatch):
    caches["pictures"].clear()
    first = picture_of(deal, four[0], "png", at=discard).content
    monkeypatch.setattr("replays.web.pictures.resvg_py", None)
    assert picture_of(deal, four[1], "png", at=discard).content == first
    caches["pictures"].clear()


def test_who_has_too_many_drawn_waits_and_keeps_nobody_else_waiting(
    four, deal, discard, settings, monkeypatch
):
    settings.TUSAC_LIMITS = True
    monkeypatch.setitem(LIMITS, "pictures", Limit(2, 3600))
    caches["pictures"].clear()
    steps = [step.version for step in replay_of(queries.history(deal.pk)).steps[:4]]
    answers = [picture_of(deal, four[0], "png", at=step).status_code for step in steps]
    assert answers == [200, 200, 429, 429]
    # What is drawn already, and what the browser draws itself, is free.
    assert picture_of(deal, four[0], "png", at=steps[0]).status_code == 200
    assert picture_of(deal, four[0], at=steps[3]).status_code == 200
    assert picture_of(deal, four[1], "png", at=steps[3]).status_code == 200
    caches["pictures"].clear()


def test_a_long_name_is_cut_and_what_is_said_of_its_seat_is_not(four, deal, discard):
    for player in four:
        player.display_name = "Nguyễn Thị Phương Thảo Quỳnh Như"
        player.save()
    frame = replay_of(queries.history(deal.pk)).frame(discard)
    root = ElementTree.fromstring(picture_of(deal, four[0], at=discard).content)
    heads = [one.text or "" for one in root.iter(f"{SVG}text") if one.get("font-size") == "21"]
    for head, seat, wind in zip(
        heads, frame.seats, ("South", "East", "North", "West"), strict=True
    ):
        told = f" · {wind}" + (" · to play" if seat.to_play else "")
        if seat.won or seat.penalised:
            assert re.search(f" · {wind} · (won|pays for all)$", head)
        else:
            assert head.endswith(told) and head.startswith("Nguyễn Thị")


def test_the_hand_that_won_has_a_picture_for_whoever_may_open_the_replay(four):
    deal = stored_deal(VINAGAMES, 3, four)
    result = replay_of(queries.history(deal.pk)).result
    assert result.winner is not None
    answer = picture_of(deal, four[0], at="won")
    assert answer.status_code == 200
    root = ElementTree.fromstring(answer.content)
    words = [one.text or "" for one in root.iter(f"{SVG}text")]
    assert f"+{result.net[result.winner]}" in words and "Tứ Sắc club" in words
    used = [one.get("href") for one in root.iter(f"{SVG}use")]
    assert len(used) == sum(len(made.cards) for made in result.sets) == 21
    with Image.open(io.BytesIO(picture_of(deal, four[0], "png", at="won").content)) as image:
        assert image.size == (WIDTH, HEIGHT)
    assert picture_of(deal, None, at="won").status_code == 302
    running = running_deal(VINAGAMES, 4, four)
    assert picture_of(running, four[0], at="won").status_code == 409
    Deal.objects.filter(pk=deal.pk).update(sealed=True)
    assert picture_of(deal, four[0], at="won").status_code >= 400


def test_a_deal_that_nobody_won_has_no_such_picture(four):
    deal = stored_deal(VINAGAMES, exhausted_seed(), four)
    assert picture_of(deal, four[0], at="won").status_code == 404
