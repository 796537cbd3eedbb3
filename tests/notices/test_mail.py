"""Notices by mail: once, to who asked, and no address in the logs."""

import smtplib
from datetime import timedelta

import pytest
from django.core import mail
from django.test import override_settings

from games.models import Player
from notices import commands
from notices.models import Notice
from tests.support.deals import NOW
from tests.support.evening import Evening
from tests.support.notices import tell
from tests.support.play_pages import browser
from tests.support.site_settings import settings_with

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]

CLUB = override_settings(
    EMAIL_HOST="mail.example", TUSAC_SITE="https://club.example", DEFAULT_FROM_EMAIL="club@example"
)


@pytest.fixture
def people():
    """Four members, of whom the first two have an address, and the first alone wants mail."""
    evening = Evening(4)
    for player in evening.people[:2]:
        Player.objects.filter(pk=player.pk).update(email=f"{player.username}@secret.example")
    commands.wish_mail(by=evening.people[0], by_mail=True, language="en")
    tell()
    return evening.people


@CLUB
def test_who_asked_for_it_gets_one_mail_with_all_that_is_due_and_nobody_twice(people):
    assert commands.send_due(now=NOW) == 1
    assert commands.send_due(now=NOW) == 0
    (sent,) = mail.outbox
    assert sent.to == ["member0@secret.example"]
    assert sent.subject == "3 notices"
    assert "you sit at table 1" in sent.body
    assert "https://club.example/tournaments/" in sent.body
    assert "https://club.example/notices" in sent.body


def test_a_club_without_a_mail_server_sends_none(people):
    assert commands.send_due(now=NOW) == 0 and mail.outbox == []
    assert "cannot send email" in page(people[0])


def page(player):
    return browser(player).get("/notices", headers={"Accept-Language": "en"}).content.decode()


@CLUB
def test_what_the_server_does_not_take_is_due_again_and_no_address_is_logged(
    people, monkeypatch, caplog
):
    def down(*_args, **_options):
        raise smtplib.SMTPServerDisconnected("member0@secret.example")

    with monkeypatch.context() as broken:
        broken.setattr("django.core.mail.EmailMessage.send", down)
        assert commands.send_due(now=NOW) == 0
    assert "notices were not mailed: SMTPServerDisconnected" in caplog.text
    assert "secret.example" not in caplog.text
    assert commands.send_due(now=NOW) == 1


@CLUB
def test_an_address_that_is_refused_keeps_nobody_waiting(people, monkeypatch, caplog):
    def refuse(message, *_args, **_options):
        raise smtplib.SMTPRecipientsRefused({message.to[0]: (550, b"no")})

    monkeypatch.setattr("django.core.mail.EmailMessage.send", refuse)
    assert commands.send_due(now=NOW) == 0
    assert not Notice.objects.filter(mail_due=True).exists()
    assert "secret.example" not in caplog.text


@CLUB
def test_what_is_old_or_no_longer_wanted_is_not_sent(people):
    assert commands.send_due(now=NOW + timedelta(days=2)) == 0
    Notice.objects.filter(player=people[0]).update(mail_due=True)
    browser(people[0]).post("/notices", {"mail": "0"})
    assert commands.send_due(now=NOW) == 0
    assert mail.outbox == []


@CLUB
def test_the_page_takes_the_wish_of_who_has_an_address(people):
    assert "Send notices by email" in page(people[1])
    assert "Ask a director to add it" in page(people[2])
    browser(people[1]).post("/notices", {"mail": "1"}, headers={"Accept-Language": "vi"})
    assert "Stop the emails" in page(people[1])


def test_a_mail_server_needs_its_sender_and_the_sites_address():
    told = settings_with(TUSAC_MAIL="smtp://u:p%40ss@mail.example")
    assert told.returncode != 0 and "TUSAC_MAIL needs TUSAC_MAIL_FROM" in told.stderr
    assert "TUSAC_MAIL is smtp://" in settings_with(TUSAC_MAIL="mail.example").stderr
