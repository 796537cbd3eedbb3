"""A rebuild tells what was told at the time, whatever has changed since: fees, duties, seats, answers."""

import pytest

from games import commands
from games.log.followers import catch_up
from games.models import Player, Seat
from notices import projections
from notices.kinds import KINDS
from notices.models import Notice
from notices.recipients import Recipient
from tests.support.deals import NOW
from tests.support.evening import Evening
from tests.support.notices import tell, words_for
from tests.support.presence import SECOND
from tests.support.tournament_pages import create
from tournaments import commands as tournaments
from tournaments.models import RoundTable

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


def rows() -> list[str]:
    keys = ("player_id", "stream", "version", "name", "facts", "read", "mail_due", "at")
    return sorted(map(repr, Notice.objects.values_list(*keys)))


def is_rebuilt_alike() -> None:
    tell()
    before = rows()
    assert before
    projections.rebuild_all()
    assert rows() == before


def test_a_fee_is_told_as_it_was_when_the_member_entered():
    evening = Evening(4)
    director, member = evening.director, Player.objects.create_user("hoa")
    tournament = create(
        by=director, now=NOW, name="Saturday", rules="vinagames", rounds=1, deals_per_round=1,
        entry_fee=5, prize_shares=(100,), seconds_per_move=30, filler="bot:greedy",
    ).pk  # fmt: skip
    commands.grant_first_chips(player=member, now=NOW)
    for _twice in range(2):
        tournaments.enter(by=member, tournament_id=tournament, now=NOW)
        tell()
        tournaments.withdraw(by=member, tournament_id=tournament, now=NOW)
        tell()
        tournaments.correct_settings(
            by=director, tournament_id=tournament, settings={"entry_fee": 40}, reason="Mistyped",
            now=NOW,
        )  # fmt: skip
    returned = "You are no longer entered for Saturday, and +%d chips were returned."
    assert [words.rpartition(": ")[2] for words in words_for(member)[1:]] == [
        "−5.", returned % 5, "−40.", returned % 40,
    ]  # fmt: skip
    is_rebuilt_alike()


def test_a_call_was_told_to_who_had_the_duty_then_and_to_who_sat_there():
    evening = Evening(4, rounds=1, deals_per_round=1)
    lan = Player.objects.create_user("lan", is_referee=True)
    table = RoundTable.objects.get(tournament=evening.id).games_table_id
    assert table is not None
    caller = evening.people[0]
    made = commands.call_referee(by=caller, table_id=table, reason="rule", words="?", now=NOW)
    tell()
    commands.take_call(by=lan, call_id=made.pk, now=NOW)
    tell()
    commands.answer_call(by=lan, call_id=made.pk, words="It was.", section="", now=NOW)
    tell()
    assert "A referee has been called to Round 1, table 1 · Friday evening." in words_for(lan)
    Player.objects.filter(pk=lan.pk).update(is_referee=False)
    Player.objects.create_user("tam", is_referee=True)
    Seat.objects.filter(table=table, player=evening.people[1]).update(player=None)
    is_rebuilt_alike()


def test_two_kinds_that_are_told_once_are_both_told_in_one_batch_as_in_two(monkeypatch):
    """Gone and unseen, of one deal: whether the follower met them together says nothing."""
    evening = Evening(4, rounds=1, deals_per_round=1)
    member = evening.people[0]
    call = commands.call_referee(
        by=member, table_id=RoundTable.objects.get().games_table_id or 0,
        reason="rule", words="", now=NOW,
    )  # fmt: skip
    made = commands.call_off(by=member, call_id=call.pk, now=NOW + SECOND)
    two = {"call.made": "one kind", "call.off": "another"}
    kind = KINDS["deal.seat-gone"]
    monkeypatch.setattr(projections, "KINDS", dict.fromkeys(two, kind))
    monkeypatch.setattr(projections, "told_by", lambda _event: [Recipient(member.pk)])
    while catch_up(projections.follower(lambda: NOW), limit=1):
        pass
    stream = f"call-{made.pk}"
    told = Notice.objects.filter(stream=stream).order_by("version")
    assert list(told.values_list("name", flat=True)) == list(two)
    is_rebuilt_alike()
