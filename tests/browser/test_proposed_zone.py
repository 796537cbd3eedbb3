"""A clock that nobody has chosen is proposed by the device, whatever its browser calls its zone."""

import pytest
from playwright.sync_api import Browser

from tests.support.running_site import PROJECT

pytestmark = pytest.mark.browser

SELECT = """<select data-propose="zone"><option value="">Choose</option>
  <option value="Europe/Paris" selected>Paris</option><option value="Mars/Olympus">Olympus</option>
  <option value="Asia/Ho_Chi_Minh">Ho Chi Minh</option></select>"""


@pytest.mark.parametrize(
    ("device", "proposed"),
    [
        ("Asia/Saigon", "Asia/Ho_Chi_Minh"),
        ("Asia/Ho_Chi_Minh", "Asia/Ho_Chi_Minh"),
        ("Africa/Lagos", "Europe/Paris"),
    ],
)
def test_the_select_proposes_the_zone_of_the_device(
    chromium: Browser, device: str, proposed: str
) -> None:
    with chromium.new_context(timezone_id=device) as context:
        page = context.new_page()
        page.set_content(SELECT)
        page.add_script_tag(path=PROJECT / "tusac_site" / "static" / "js" / "zone.js")
        assert page.locator("select").input_value() == proposed
