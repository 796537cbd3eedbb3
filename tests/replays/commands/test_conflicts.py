"""Who has an interest in a dispute does not rule on it, nor take its ruling back, and is told why (§10.8)."""

from html import unescape
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from games.engine.rules import VINAGAMES
from games.errors import Refused
from games.log import stream_version
from games.models import Deal, Player, Table
from replays.commands import rulings
from replays.models import Dispute
from tests.support.deals import NOW
from tests.support.play_pages import browser
from tests.support.tables import opened_table
from tests.support.tournament_pages import friday
from tournaments import commands as tournament_commands

pytestmark = pytest.mark.django_db

GOOD = {"decision": "reversed", "section": "§10.3", "reason": "Both were worst cards."}


@pytest.fixture
def row(director: Player, deal: Deal, discard: int) -> Dispute:
    return rulings.file_dispute(
        by=director, deal_id=deal.pk, discard=discard, reason="It was safe.", now=NOW
    )


def rule(by: Player, row: Dispute) -> Dispute:
    return rulings.give_ruling(
        by=by,
        dispute_id=row.pk,
        outcome="reversed",
        section="§10.3",
        reason="So it is.",
        now=timezone.now(),
    )


def withdraw(by: Player, row: Dispute) -> Dispute:
    return rulings.withdraw_ruling(by=by, dispute_id=row.pk, reason="Not so.", now=timezone.now())


def referee_now(player: Player, **giver: Any) -> Player:
    Player.objects.filter(pk=player.pk).update(is_referee=True, **giver)
    return Player.objects.get(pk=player.pk)


def refused_everywhere(by: Player, row: Dispute, code: str, sentence: str) -> None:
    """Neither by the door nor on the page does this player rule or take a ruling back, and each says why."""

    def refused(call: Any) -> None:
        before = stream_version(row.deal.stream)
        with pytest.raises(Refused) as info:
            call(by, row)
        assert (info.value.code, info.value.status, info.value.section) == (code, 403, "§10.8")
        assert sentence in info.value.sentence
        html = page(by, row)
        assert sentence in html and "ruling_form" not in html
        for sent in (GOOD, {"withdraw": "1", "reason": "Not so."}):
            answer = browser(by).post(address(row), sent)
            assert answer.status_code == 403
            assert sentence in unescape(answer.content.decode())
        assert stream_version(row.deal.stream) == before

    refused(rule)
    other = Player.objects.create_user("another-referee", is_referee=True)
    rule(other, row)
    refused(withdraw)
    withdraw(Player.objects.create_user("third-referee", is_referee=True), row)
    with override("vi"):
        assert sentence not in Refused(code).sentence


def address(row: Dispute) -> str:
    return reverse("desk-case", args=[row.pk])


def page(player: Player, row: Dispute) -> str:
    return unescape(browser(player).get(address(row)).content.decode())


def seated(player: Player, origin: str) -> None:
    """A table of this origin where this player sits between bots."""
    opened_table(
        by=player,
        name="Bàn 2",
        rules=VINAGAMES,
        seats=4,
        origin=origin,
        occupants=[player, "greedy", "greedy", "greedy"],
        now=NOW,
    )


def test_who_sat_in_the_deal_is_told_so(four, row):
    sitting = referee_now(four[3])
    refused_everywhere(sitting, row, "ruling.own-deal", "You played in that deal")


def test_who_plays_at_another_table_of_the_tournament_is_told_so(referee, row, deal):
    Table.objects.filter(pk=deal.table_id).update(origin="tournament-3/1/2")
    seated(referee, "tournament-3/2/1")
    said = "You're playing in the tournament of that deal"
    refused_everywhere(referee, row, "ruling.own-tournament", said)


@pytest.mark.parametrize(
    ("there", "here"),
    [
        ("tournament-30/1/1", "tournament-3/1/2"),
        ("tournament-3/1/1", "tournament-30/1/2"),
        ("tournament-3/1/1", ""),
        ("form-1-2", "form-1-3"),
    ],
)
def test_who_plays_in_another_tournament_rules(referee, row, deal, there, here):
    Table.objects.filter(pk=deal.table_id).update(origin=here)
    seated(referee, there)
    assert "ruling_form" in page(referee, row)
    assert rule(referee, row).status == "reversed"


def test_who_opened_the_tables_of_the_tournament_and_sits_at_none_rules(referee, row, deal):
    Table.objects.filter(pk=deal.table_id).update(origin="tournament-3/1/2", opened_by=referee)
    assert rule(referee, row).status == "reversed"


def test_who_filed_the_dispute_is_told_so(director, row):
    filing = referee_now(director)
    refused_everywhere(filing, row, "ruling.own-dispute", "You filed that dispute yourself")


def test_another_referee_with_no_interest_rules_and_sees_the_form(referee, row):
    assert "ruling_form" in page(referee, row)
    withdraw(Player.objects.create_user("another-referee", is_referee=True), rule(referee, row))
    row.refresh_from_db()
    assert row.status == "open"


def test_who_has_ruled_neither_takes_it_back_nor_rules_again(referee, row):
    rule(referee, row)
    other = Player.objects.create_user("another-referee", is_referee=True)
    for call in (rule, withdraw):
        with pytest.raises(Refused) as info:
            call(referee, row)
        assert (info.value.code, info.value.status) == ("ruling.own-ruling", 403)
    assert "ruling_form" not in page(referee, row) and "ruling_form" in page(other, row)
    withdraw(other, row)
    with pytest.raises(Refused, match="You gave the first ruling on that dispute"):
        rule(referee, row)
    assert rule(other, row).status == "reversed"


def test_who_has_entered_the_tournament_and_sits_nowhere_yet_is_told_so(
    director, referee, row, deal
):
    tournament = friday(director)
    tournament_commands.enter(by=referee, tournament_id=tournament.pk, now=NOW)
    Table.objects.filter(pk=deal.table_id).update(origin=f"tournament-{tournament.pk}/1/1")
    said = "You're playing in the tournament of that deal"
    refused_everywhere(referee, row, "ruling.own-tournament", said)


# --- who gave the duty ----------------------------------------------------------------------------


@pytest.fixture
def owner(db: None) -> Player:
    return Player.objects.create_superuser("goc")


def ticked(by: Player, player: Player, **duties: str) -> Player:
    """Return the player after somebody saved the form of the admin with these duties ticked."""
    said = {"username": player.username, "is_active": "on", "reason": "elected", **duties}
    if player.is_superuser:
        said["is_superuser"] = "on"
    there = reverse("admin:games_player_change", args=[player.pk])
    assert browser(by).post(there, said).status_code == 302
    return Player.objects.get(pk=player.pk)


def test_who_gave_himself_the_duty_before_that_was_refused_is_told_so(owner, row):
    own = referee_now(owner, referee_by=owner)
    said = "You made yourself a referee"
    refused_everywhere(own, row, "ruling.own-duty", said)


def test_a_duty_stays_given_by_whoever_gave_it_until_it_is_taken_away(owner, row):
    own = referee_now(owner, referee_by=owner)
    other = Player.objects.create_superuser("nguyen")
    again = ticked(other, own, is_referee="on", is_director="on")
    assert rulings.why_not(again, row) is not None
    taken = ticked(other, again)
    assert (taken.is_referee, taken.referee_by) == (False, None)
    given = ticked(other, taken, is_referee="on")
    assert given.referee_by == other
    assert rule(given, row).status == "reversed"
    saved = ticked(owner, given, is_referee="on")
    assert saved.referee_by == other


def test_the_owner_sees_who_gave_the_duty_and_nobody_writes_it_by_hand(owner, stranger):
    given = ticked(owner, stranger, is_referee="on", referee_by="")
    assert given.referee_by == owner
    there = reverse("admin:games_player_change", args=[given.pk])
    html = browser(owner).get(there).content.decode()
    assert "field-referee_by" in html and 'name="referee_by"' not in html
    kept = ticked(owner, given, is_referee="on", referee_by=str(stranger.pk))
    assert kept.referee_by == owner


def test_a_referee_from_before_the_giver_was_kept_rules(referee, row):
    assert referee.referee_by is None
    assert rule(referee, row).status == "reversed"
