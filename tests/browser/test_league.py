"""A season of eight evenings is read on a phone and printed on A4 with nothing cut off."""

import re

import pytest
from playwright.sync_api import Browser

from games.models import Player
from tests.support.browser import show
from tests.support.play_pages import browser
from tests.support.tournament_pages import announced, player
from tournaments.models import Standing, Tournament

A4: tuple[int, int] = (680, 960)
"""The pixels of a page between its margins."""
CUT = """() => [document.documentElement, ...document.querySelectorAll(".sheet-wrap, .sheet :is(th, td)")]
  .filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.className + " " + one.innerText.slice(0, 40))"""


def season(evenings: int) -> str:
    """Return the page of a league with so many closed evenings of thirteen members."""
    director = player("director", is_director=True)
    people = [player(f"hoang_thi_phuong_{number}") for number in range(13)]
    league = {"series": "Autumn", "series_best": 6, "series_points": (10, 8), "series_present": 1}
    first = Tournament.objects.get(pk=announced(director, entry_fee=0, **league))
    fields = [one.name for one in Tournament._meta.concrete_fields]
    copied = {one: getattr(first, one) for one in fields if one not in ("id", "idempotency_key")}
    for number in range(evenings):
        row = Tournament.objects.create(**{**copied, "status": Tournament.Status.CLOSED})
        there: list[Player] = [one for place, one in enumerate(people) if (place + number) % 4]
        Standing.objects.bulk_create(
            Standing(
                tournament=row,
                line=line,
                place=line,
                participant=f"player:{who.pk}",
                player=who,
                points=0,
                deals=1,
                wins=0,
                best_hand=0,
                penalties=0,
                settled_by="points",
            )
            for line, who in enumerate(there, 1)
        )
    return browser(director).get("/tournaments/series?name=Autumn").content.decode()


@pytest.mark.django_db
def test_a_season_is_whole_on_a_phone_and_on_paper(chromium: Browser) -> None:
    page = chromium.new_page(java_script_enabled=False)
    show(page, season(8))
    for width, height in ((320, 700), (360, 740), (1100, 800)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(CUT) == []
    page.emulate_media(media="print")
    page.set_viewport_size({"width": A4[0], "height": A4[1]})
    assert page.evaluate(CUT) == []
    assert not page.get_by_text("Points and evenings").is_visible()
    page.close()


@pytest.mark.django_db
def test_a_long_season_is_printed_across(chromium: Browser) -> None:
    page = chromium.new_page(java_script_enabled=False)
    show(page, season(11))
    printed = page.pdf(prefer_css_page_size=True)
    sizes = re.findall(rb"/MediaBox \[0 0 (\d+) (\d+)\]", printed)
    assert sizes and all(int(wide) > int(high) for wide, high in sizes)
    page.close()
