"""A sentence of the checks says behind its codes whom and what they mean."""

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from games.club.events import AlarmKind, Facts
from games.commands.club.club_work import raise_alarm
from games.engine.rules import VINAGAMES
from games.ledger.accounts import HOUSE, member_account
from games.ledger.commands import post
from games.presenters.club.alarms import shown_alarms
from games.presenters.club.codes import with_names
from tests.support.deals import prepared_deal
from tests.support.play_pages import member
from tests.support.tournament_pages import friday

pytestmark = pytest.mark.django_db


def test_members_deals_and_tournaments_are_named_once_each():
    an = member("an", display_name="Cô An")
    deal = prepared_deal(VINAGAMES, 1, [an], name="Bàn 9")
    tournament = friday(member("chief", is_director=True))
    told = with_names(
        f"Transfer deal:{deal.pk}:ruling:1 is missing: member:{an.pk} +5, member:{an.pk} -5."
    )
    assert told.endswith(f"-5. (deal:{deal.pk}: {deal.shown_name}, member:{an.pk}: Cô An)")
    held = with_names(
        f"Account hold:{deal.pk} holds 5; grant:{an.pk}:x; tournament-{tournament.pk}."
    )
    for name in (deal.shown_name, "Cô An", tournament.name):
        assert held.count(name) == 1


@pytest.mark.parametrize(
    "said",
    [
        "The ledger is right: 5 transfers.",
        "Account member:999999 holds nothing.",
        "Transfer deal:x, deal:٣, member:9999999999999999999 and remember:1 are nobody's.",
        "",
    ],
)
def test_what_means_nobody_is_left_as_it_is(said):
    assert with_names(said) == said


def test_the_command_and_the_alarm_say_it(capsys):
    an = member("an", display_name="Cô An")
    forged = {HOUSE: -5, member_account(an.pk): 5}
    post(key=f"grant:{an.pk}:x", memo="a", postings=forged, now=timezone.now())
    with pytest.raises(CommandError):
        call_command("check_ledger")
    assert f"(grant:{an.pk}: Cô An)" in capsys.readouterr().out
    facts: Facts = {"found": 1, "first": f"Nothing in the log calls for transfer grant:{an.pk}:x."}
    raise_alarm(AlarmKind.LOG_BROKEN, facts=facts, now=timezone.now())
    assert f"(grant:{an.pk}: Cô An)" in shown_alarms()[-1].sentence


def test_the_key_of_a_merge_names_the_account_that_ended():
    an = member("an", display_name="Cô An")
    assert with_names(f"Transfer merge:{an.pk} is missing.").endswith(f"(merge:{an.pk}: Cô An)")
