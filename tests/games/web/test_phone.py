"""A phone's manners: what it installs, and that it keeps nothing of anybody's."""

import json
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders

from tests.support.play_pages import browser, member

pytestmark = pytest.mark.django_db


def png_size(path):
    data = Path(path).read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")


def test_the_manifest_names_icons_of_the_size_that_they_have():
    answer = browser(None).get("/manifest.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    said = json.loads(answer.content)
    assert (said["scope"], said["start_url"], said["display"]) == ("/", "/", "standalone")
    assert {icon["purpose"] for icon in said["icons"]} == {"any", "maskable"}
    for icon in said["icons"]:
        found = finders.find(icon["src"].removeprefix("/static/"))
        assert "{}x{}".format(*png_size(found)) == icon["sizes"]


def test_the_colours_of_the_app_are_those_of_the_pages():
    said = json.loads(browser(None).get("/manifest.webmanifest").content)
    tokens = Path(settings.BASE_DIR, "tusac_site/static/css/tokens.css").read_text()
    for name, colour in (("house", said["theme_color"]), ("paper", said["background_color"])):
        assert f"--{name}: var(--day, {colour})" in tokens


def test_every_page_leads_to_the_manifest_and_the_worker():
    html = browser(None).get("/").content.decode()
    assert 'rel="manifest" href="/manifest.webmanifest"' in html
    assert 'data-worker="/service-worker.js"' in html


def test_the_worker_keeps_static_files_and_the_offline_page_and_nothing_else():
    answer = browser(member("an")).get("/service-worker.js")
    assert answer["Content-Type"] == "text/javascript"
    script = answer.content.decode()
    (kept,) = re.findall(r"const kept = (\[.*?\])\.map", script)
    addresses = json.loads(kept)
    assert addresses[:2] == ["/offline/", "/offline/?unsent"]
    assert all(address.startswith("/static/") for address in addresses[2:])
    assert "cache.put" not in script and script.count("cache.addAll") == 1


@pytest.mark.parametrize(
    "address", ["/offline/", "/offline/?unsent", "/service-worker.js", "/manifest.webmanifest"]
)
def test_what_a_phone_keeps_is_the_same_for_everybody(address):
    an = member("an", display_name="Cô An")
    mine, theirs = browser(an).get(address), browser(None).get(address)
    assert mine.content == theirs.content and b"An" not in mine.content
    assert "Set-Cookie" not in mine.headers and not mine.cookies


def test_the_offline_page_speaks_every_language_of_the_site():
    html = browser(None).get("/offline/", HTTP_ACCEPT_LANGUAGE="vi").content.decode()
    assert re.findall(r'<section [^>]*lang="(\w+)"', html)[0] == "vi"
    for code, _name in settings.LANGUAGES:
        assert f'lang="{code}"' in html


def test_the_offline_page_knows_neither_who_reads_it_nor_who_is_at_fault():
    html = browser(member("an")).get("/offline/").content.decode()
    assert "Either this device is offline, or the club" in html
    assert "Your seat" not in html and "at a table, you keep your seat" in html


def test_in_place_of_a_forms_answer_the_offline_page_says_that_it_perhaps_did_not_arrive():
    html = browser(None).get("/offline/?unsent").content.decode()
    assert "Your last action may not have arrived." in html
    # The service worker writes the way back there.
    assert html.count('href=""') == len(settings.LANGUAGES) and "Try again" not in html
    assert "may not have arrived" not in browser(None).get("/offline/").content.decode()


@pytest.mark.parametrize("address", ["/accounts/logout/", "/i18n/setlang/"])
def test_the_address_of_a_form_of_every_page_loaded_by_itself_leads_to_the_lobby(address):
    client = browser(member("an"))
    answer = client.get(address, headers={"Referer": f"http://testserver{address}"})
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert "_auth_user_id" in client.session  # nobody is logged out by a link
