"""Northern words for cards: on the pages and in the mails of whoever prefers them, and of nobody else."""

import re
from html import unescape

import pytest
import time_machine
from django.core import mail
from django.db import OperationalError
from django.test import Client, override_settings
from django.urls import reverse
from django.utils.translation import get_language, override

from games.common.dialect import NORTHERN_WORDS, language_for, northern, page_language, written
from games.common.preferences import Preferences, read
from games.engine.cards import CARD_BY_NAME
from games.engine.rules import VINAGAMES
from games.models import Player
from games.presenters.cards import card_name, card_print
from notices import commands
from notices.models import Wish
from tests.support import catalogues
from tests.support.deals import NOW, penalty_seed, running_deal, stored_deal
from tests.support.evening import Evening
from tests.support.guests import guest_browser
from tests.support.notices import tell
from tests.support.play_pages import browser, member

PREFERENCES = "/account/preferences/"
SOUTHERN = re.compile(r"(?<!trong Nam: )\b(chốt|quằn)\b", re.IGNORECASE)
WANTED = Preferences(dialect="northern")
VIETNAMESE = {"Accept-Language": "vi"}


def choose(client: Client, dialect: str) -> None:
    assert client.post(PREFERENCES, {"dialect": dialect}).status_code == 303


def read_page(client: Client, address: str) -> str:
    """Return a page in Vietnamese, with what screen readers say, without what differs from one answer to the next."""
    answer = client.get(address, headers=VIETNAMESE)
    assert (answer.status_code, answer["Content-Language"]) == (200, "vi")
    html = unescape(answer.content.decode())
    if "<html" in html:
        assert '<html lang="vi"' in html
        assert re.findall(r'value="(\w+)"[^>]*aria-pressed="true">\1', html, re.I) == ["vi"]
    assert "vi-x" not in html
    html = re.sub(r'<form class="settings".*?</form>', "", html, flags=re.S)  # it names both words
    return re.sub(r'<input type="hidden"[^>]*>|"X-CSRFToken": "\w+"| data-dialect="\w+"', "", html)


@pytest.fixture
def an(db: None) -> Player:
    return member("an")


@pytest.fixture
def binh(db: None) -> Player:
    return member("binh")


def pages_with_cards(an: Player, binh: Player) -> list[str]:
    """Return pages of every kind, each of which names a pawn or a quan."""
    four = [an, binh, member("chi"), member("dung")]
    replay = reverse("replay", args=[stored_deal(VINAGAMES, penalty_seed(), four).pk])
    table = running_deal(VINAGAMES, penalty_seed(), four, name="Bàn 2", moves=6).table_id
    return [
        f"/tables/{table}/",
        replay,
        f"{replay}?lang=vi",
        "/learn/vinagames/4/",
        "/rules/",
        "/rules/2.5/",
        "/rules/words/",
        "/guides/member/",
        "/rules/how-we-play/",
    ]


def test_who_prefers_them_reads_them_everywhere_and_the_next_reader_of_the_same_page_does_not(
    an: Player, binh: Player
) -> None:
    for address in pages_with_cards(an, binh):
        with time_machine.travel(NOW, tick=False):
            choose(browser(an), "southern")
            before, others = read_page(browser(an), address), read_page(browser(binh), address)
            choose(browser(an), "northern")
            after = read_page(browser(an), address)
            assert SOUTHERN.search(before), address
            assert not SOUTHERN.search(after), address
            assert after == northern(before), address
            assert read_page(browser(binh), address) == others, address


def test_a_stranger_and_a_guest_may_choose_them_and_keep_them_on_becoming_one(db: None) -> None:
    stranger = Client()
    choose(stranger, "northern")
    assert "P tốt (trong Nam: chốt)" in read_page(stranger, "/rules/")
    assert "P chốt (ngoài Bắc: tốt)" in read_page(Client(), "/rules/")
    client, guest = guest_browser()
    choose(client, "northern")
    guest.refresh_from_db()
    assert read(guest.preferences) == WANTED
    assert not SOUTHERN.search(read_page(client, "/learn/vinagames/4/"))


def test_the_choice_is_offered_in_vietnamese_alone_by_a_form_that_needs_no_script(
    an: Player,
) -> None:
    client = browser(an)
    html = client.get(PREFERENCES, headers=VIETNAMESE).content.decode()
    for word in (*NORTHERN_WORDS.items(),):
        assert all(one in html for one in word)
    assert re.search(r'name="dialect" value="southern" checked', html)
    choose(client, "northern")
    html = client.get(PREFERENCES, headers=VIETNAMESE).content.decode()
    assert re.search(r'name="dialect" value="northern" checked', html)
    assert all(word in html for word in NORTHERN_WORDS), "the other choice keeps its words"
    for language in ("en", "fr", "ja"):
        html = client.get(PREFERENCES, headers={"Accept-Language": language}).content.decode()
        assert 'name="dialect"' not in html and f'<html lang="{language}"' in html


def test_words_chosen_over_the_table_are_there_at_once(an: Player) -> None:
    headers = {"HX-Request": "true", **VIETNAMESE}
    answer = browser(an).post(PREFERENCES, {"dialect": "northern"}, headers=headers)
    assert answer["HX-Refresh"] == "true"


def test_a_rulebook_in_vietnamese_follows_the_preference_of_a_reader_of_another_language(
    an: Player,
) -> None:
    choose(browser(an), "northern")
    html = browser(an).get("/rules/?in=vi", headers={"Accept-Language": "fr"}).content.decode()
    assert "P tốt (trong Nam: chốt)" in html and '<html lang="fr"' in html


@pytest.mark.parametrize("forged", ["vi-x-north", "vi-north"])
def test_nobody_gets_them_by_a_cookie_a_header_or_a_link(db: None, forged: str) -> None:
    client = Client()
    client.cookies["django_language"] = forged
    for language in (f"{forged}, vi", "vi"):
        headers = {"Accept-Language": language}
        html = client.get(f"/rules/?in={forged}", headers=headers).content.decode()
        assert "P chốt (ngoài Bắc: tốt)" in html


def test_programs_read_the_usual_words(an: Player) -> None:
    choose(browser(an), "northern")
    answer = browser(an).get("/api/schema/?format=json", headers=VIETNAMESE)
    assert answer.status_code == 200
    assert get_language() == "vi"


def test_a_page_is_answered_where_the_preference_cannot_be_read(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(_request: object) -> Preferences:
        raise OperationalError("the database is away")

    monkeypatch.setattr("games.web.dialect.preferences_of", away)
    assert "Chốt" in read_page(Client(), "/learn/vinagames/4/")


CLUB = override_settings(
    EMAIL_HOST="mail.example", TUSAC_SITE="https://club.example", DEFAULT_FROM_EMAIL="club@example"
)


@CLUB
@pytest.mark.django_db
@pytest.mark.usefixtures("followers_do_not_wait")
def test_mails_are_written_in_the_words_of_whoever_gets_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    north, south = Evening(4).people[:2]
    choose(browser(north), "northern")
    for player in (north, south):
        Player.objects.filter(pk=player.pk).update(email=f"{player.username}@secret.example")
        browser(player).post("/notices", {"mail": "1"}, headers=VIETNAMESE)
        assert Wish.objects.get(player=player).language == "vi"
    tell()
    written_with: dict[str, str] = {}

    def send(message: mail.EmailMessage) -> int:
        written_with[message.to[0]] = card_name(CARD_BY_NAME["Pr"])
        return 1

    monkeypatch.setattr("django.core.mail.EmailMessage.send", send)
    assert commands.send_due(now=NOW) == 2
    assert written_with == {
        f"{north.username}@secret.example": "tốt đỏ",
        f"{south.username}@secret.example": "chốt đỏ",
    }


# --- the words themselves --------------------------------------------------------------------------


def test_only_words_that_are_a_pawn_or_a_quan_in_english_are_others_in_the_north() -> None:
    """A future “chốt” that is no card (a list that is closed, a bolt) would be worded wrongly."""
    po = catalogues.LOCALE / "vi" / "LC_MESSAGES" / "django.po"
    of_cards = [
        entry
        for entry in catalogues.read(po)
        if any(northern(said) != said for said in entry.translated)
    ]
    assert len(of_cards) > 50
    odd = [
        entry.key
        for entry in of_cards
        if not re.search("pawn|quan|kong", " ".join(entry.key), re.I)
    ]
    assert odd == []


@pytest.mark.parametrize(
    ("southern", "expected"),
    [
        ("Ba chốt: đỏ, xanh, trắng", "Ba tốt: đỏ, xanh, trắng"),
        ("Quằn và khui", "Quan và khui"),
        ("P chốt (ngoài Bắc: tốt)", "P tốt (trong Nam: chốt)"),
        ("(**quằn**; ngoài Bắc: quan)", "(**quan**; trong Nam: quằn)"),
        ("nước tốt nhất, không liên quan", "nước tốt nhất, không liên quan"),
    ],
)
def test_each_word_changes_once_and_keeps_its_capital(southern: str, expected: str) -> None:
    assert northern(southern) == expected


def test_plural_words_and_those_with_a_context_change_too() -> None:
    with override(language_for("vi", WANTED)):
        assert page_language() == "vi" != get_language()
        assert card_name(CARD_BY_NAME["Pg"]) == "tốt xanh"
        assert card_print(CARD_BY_NAME["Pg"]).word == "Tốt"
    with override("vi"):
        assert card_name(CARD_BY_NAME["Pg"]) == "chốt xanh"


@pytest.mark.parametrize("language", ["en", "fr", "ja", "vi"])
def test_no_other_language_has_words_of_the_north(language: str) -> None:
    assert language_for(language, Preferences()) == written(language) == language
    assert written(language_for(language, WANTED)) == language
    assert (language_for(language, WANTED) != language) == (language == "vi")
