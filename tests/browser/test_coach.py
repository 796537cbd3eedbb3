"""The coach's sheet on a phone: over the lower half, its answer done by one press, and still there afterwards."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from games.models import Table
from tests.support.axe import findings
from tests.support.browser import say_ready
from tests.support.live_page import get_asked, own_table
from tests.support.running_site import RunningSite


def coached(open_page: Callable[..., Page], site: RunningSite, size: str) -> Page:
    """A page whose turn it is, with the coach on and its sheet open."""
    page = open_page(size, login="hoa")
    page.context.add_cookies([{"name": "coach", "value": "1", "url": site.base_url}])
    address = own_table(site, "hoa")
    with site.database():
        at = Table.objects.filter(pk=int(address.strip("/").rpartition("/")[2]))
        at.update(coach=True, admission=Table.Admission.OPEN)
    page.goto(address)
    say_ready(page)
    get_asked(page)
    page.locator("#ask-coach").click()
    expect(page.locator("#sheet-coach")).to_be_visible()
    return page


def test_its_answer_is_done_by_one_press_and_the_sheet_stays(
    open_page: Callable[..., Page], site: RunningSite
) -> None:
    page = coached(open_page, site, "phone")
    page.set_viewport_size({"width": 360, "height": 740})
    box = page.locator("#sheet-coach").bounding_box()
    assert box is not None
    assert box["y"] >= 740 / 2 - 1 and box["y"] + box["height"] <= 741 and box["width"] <= 360
    expect(page.locator("#coach-answer")).to_be_in_viewport()
    expect(page.locator("#coach-do")).to_be_in_viewport()
    assert findings(page) == []
    before = page.locator("#table").get_attribute("data-version") or ""
    with page.expect_response("**/move") as answered:
        page.locator("#coach-do").click()
    assert answered.value.status == 200
    expect(page.locator("#table")).not_to_have_attribute("data-version", before)
    expect(page.locator("#sheet-coach")).to_be_visible()
    page.locator("#sheet-coach .sheet-card__close").click()
    expect(page.locator("#sheet-coach")).to_be_hidden()


def test_on_a_low_screen_it_stands_at_the_side(
    open_page: Callable[..., Page], site: RunningSite
) -> None:
    page = coached(open_page, site, "phone")
    page.set_viewport_size({"width": 740, "height": 360})
    box = page.locator("#sheet-coach").bounding_box()
    assert box is not None
    assert box["x"] > 740 / 4 and box["y"] == 0
    expect(page.locator("#coach-do")).to_be_in_viewport()
    # The longest words for "Do it" once made the moves wider than the screen.
    page.context.add_cookies([{"name": "django_language", "value": "fr", "url": page.url}])
    page.reload()
    expect(page.locator("#coach-line-do")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") == 740


def test_its_answer_stands_above_the_moves_and_is_done_by_one_press(
    open_page: Callable[..., Page], site: RunningSite
) -> None:
    page = coached(open_page, site, "phone")
    page.locator("#sheet-coach .sheet-card__close").click()
    for width, height in ((360, 740), (740, 360), (844, 390), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator("#coach-line-do")).to_be_in_viewport()
        expect(page.locator("#ask-coach")).to_be_in_viewport()
        said = page.locator("#ask-coach span")
        cut = said.evaluate("one => one.scrollHeight - one.clientHeight")
        assert said.evaluate("one => one.clientWidth") > 100, (width, height)
        # The answer comes first. Its reason, which a tap opens, may lose a line on a phone held sideways.
        assert cut <= 16 or width < height, (width, height)
    advice = page.locator("#coach-answer").text_content() or ""
    assert (page.locator("#ask-coach").text_content() or "").strip() == advice
    before = page.locator("#table").get_attribute("data-version") or ""
    with page.expect_response("**/move") as answered:
        page.locator("#coach-line-do").click()
    assert answered.value.status == 200
    expect(page.locator("#table")).not_to_have_attribute("data-version", before)
