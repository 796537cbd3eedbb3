"""A replay on another site: framed there alone, for deals that are open to all, and told of by oEmbed."""

import json
import re
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from games.engine.rules import VINAGAMES
from games.models import Deal, Table
from tests.support.deals import running_deal
from tests.support.play_pages import browser

pytestmark = pytest.mark.django_db
HERE = "http://testserver"


@pytest.fixture
def opened(deal: Deal) -> Deal:
    """A deal of a tournament, which whoever has the link may open."""
    Table.objects.filter(pk=deal.table_id).update(origin="tournament-3/1/2")
    return deal


def oembed(link: str, **asked: str):
    return Client().get("/oembed", {"url": link, **asked})


def test_an_open_deal_may_be_framed_and_stepped_without_scripts(opened):
    page = f"/embed/replays/{opened.pk}/"
    answer = Client().get(page)
    html = answer.content.decode()
    assert "X-Frame-Options" not in answer
    assert "frame-ancestors *" in answer["Content-Security-Policy"]
    assert "default-src 'self'" in answer["Content-Security-Policy"]
    assert "<script" not in html and "<form" not in html
    assert "Set-Cookie" not in answer
    forward = html.split('data-key="ArrowRight"')[1].split('href="')[1].split('"')[0]
    assert forward.startswith("?at=")
    then = Client().get(page + forward.replace("&amp;", "&")).content.decode()
    assert then.split("stepper__where")[1] != html.split("stepper__where")[1]
    assert "Xem" not in html and "lang=vi" not in html
    assert 'lang="vi"' in Client().get(f"{page}?lang=vi").content.decode()


def test_nothing_else_of_the_site_may_be_framed(opened):
    for page in (f"/replays/{opened.pk}/", "/", "/replays/records/", "/oembed"):
        assert Client().get(page)["X-Frame-Options"] == "DENY", page


def test_a_deal_that_is_not_open_to_all_is_shown_to_nobody_in_a_frame(four, deal):
    for client in (Client(), browser(four[0])):
        answer = client.get(f"/embed/replays/{deal.pk}/")
        assert answer.status_code == 403
        assert "Only members can see this deal" in answer.content.decode()
    running = running_deal(VINAGAMES, 1, four, moves=6, name="Bàn 9")
    Table.objects.filter(pk=running.table_id).update(origin="tournament-3/1/3")
    assert browser(four[0]).get(f"/embed/replays/{running.pk}/").status_code == 403
    assert Client().get("/embed/replays/4711/").status_code == 404
    assert oembed(f"{HERE}/replays/{running.pk}/").status_code == 401
    assert oembed(f"{HERE}/replays/{deal.pk}/").status_code == 401


@pytest.mark.parametrize("asked", ["?at=abc", "?at=99999", "?as=7", "?by=x"])
def test_nonsense_in_the_address_is_refused_in_words(opened, asked):
    answer = Client().get(f"/embed/replays/{opened.pk}/{asked}")
    assert answer.status_code == 404
    assert "This deal has no such move" in answer.content.decode()


def test_the_page_of_an_open_deal_tells_other_sites_how_to_frame_this_step(opened):
    html = Client().get(f"/replays/{opened.pk}/?at=11&as=1").content.decode()
    asked = html.split("application/json+oembed")[1].split('href="')[1].split('"')[0]
    link = parse_qs(urlsplit(asked.replace("&amp;", "&")).query)["url"][0]
    assert link.startswith(f"{HERE}/replays/{opened.pk}/?") and "as=1" in link
    told = json.loads(Client().get(asked.replace("&amp;", "&")).content)
    assert (told["version"], told["type"], told["width"], told["height"]) == (
        "1.0",
        "rich",
        960,
        720,
    )
    assert f'src="{HERE}/embed/replays/{opened.pk}/?' in told["html"]
    assert "as=1" in told["html"]
    assert 'property="og:title"' in html and 'property="og:description"' in html
    assert 'og:locale" content="fr_FR"' in page_of(opened, language="fr")


def test_messengers_get_no_name_where_a_guest_with_a_name_sat(four, opened):
    four[1].display_name = "Cô Ba"
    four[1].save()
    assert "picture.png" in preview_of(page_of(opened))
    four[1].is_guest = True
    four[1].save()
    told = preview_of(page_of(opened))
    assert "A deal of Tứ Sắc" in told and "icon-512" in told
    assert "picture.png" not in told and "Cô Ba" not in told


def page_of(deal, language="en"):
    at = f"/replays/{deal.pk}/"
    return Client(headers={"accept-language": language}).get(at).content.decode()


def preview_of(html):
    """Return all that a page tells messengers, in a line."""
    return " ".join(re.findall(r'<meta (?:name|property)="(?:og:|desc)[^>]*>', html))


def test_the_page_of_any_other_deal_tells_other_sites_nothing(four, deal):
    html = browser(four[0]).get(f"/replays/{deal.pk}/").content.decode()
    assert "oembed" not in html and preview_of(html) == ""


def test_oembed_keeps_to_what_is_asked_and_refuses_the_rest(opened):
    link = f"{HERE}/replays/{opened.pk}/"
    told = oembed(link, maxwidth="400", maxheight="99999").json()
    assert (told["width"], told["height"]) == (400, 720)
    assert oembed(link, maxwidth="-3").json()["width"] == 960
    assert oembed(link, format="xml").status_code == 501
    for other in (
        "",
        "http://evil.test/replays/1/",
        f"{HERE}/tables/1/",
        "http://[",
        f"{HERE}/replays/4711/",
    ):
        assert oembed(other).status_code == 404, other
    Table.objects.filter(pk=opened.table_id).update(name='<b>"x"')
    assert "<b>" not in oembed(link).json()["html"]


def test_the_api_gives_strangers_the_record_of_a_deal_that_is_open_to_all(opened, four):
    answer = Client().get(f"/api/v1/deals/{opened.pk}/record/")
    assert answer.status_code == 200 and answer["Access-Control-Allow-Origin"] == "*"
    assert answer.content == browser(four[0]).get(f"/api/v1/deals/{opened.pk}/record/").content
    Table.objects.filter(pk=opened.table_id).update(origin="")
    for deal_id in (opened.pk, 4711):  # strangers are told the same of a deal that is not there
        refused = Client().get(f"/api/v1/deals/{deal_id}/record/")
        assert (refused.status_code, refused.json()["code"]) == (403, "replay.not-open")
