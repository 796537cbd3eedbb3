"""Chips from nothing: what was given is compared with the rules and the duties of that moment, as the log has them."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import pytest

from games import commands
from games.checks import whole
from games.club.chips import (
    SECOND,
    ChipsAskedFor,
    ChipsDeclined,
    ChipsGranted,
    Fact,
    MemberJoined,
    member_stream,
)
from games.club.chips import to_stored as stored_fact
from games.club.events import HouseRulesSet
from games.club.house_rules import HouseRules
from games.commands.club.chips import confirm_grant
from games.commands.club.club_work import record
from games.commands.log.seals import accept_seal
from games.commands.people.accounts import note_duties
from games.ledger.commands import post_owed
from games.log import append, stream_version
from games.models import Player
from games.settlement import member_owed
from tests.support.forger import found_in_the_ledger
from tests.support.forgeries import signed_at
from tests.support.log_stories import NOON, tell

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]

SOON = NOON + timedelta(minutes=1)
START = "the club's starting sum was 1000"
ALONE = "what they may grant alone in a day (10000), and nobody else has signed"
NOBODY = "is not a director"


@pytest.fixture
def director(owner: Player) -> Player:
    """By the owner's word, which is in the log."""
    player = Player.objects.create_user("director", is_director=True)
    note_duties(by=owner, player=player, before=frozenset(), now=NOON)
    return player


def put_in(player: Player, fact: Fact, at: datetime = SOON, **said: Any) -> None:
    """An event with its transfer, as who writes to the database makes them."""
    stream = member_stream(player.pk)
    version = stream_version(stream)
    append(stream, [stored_fact(fact)], expected_version=version, now=at, metadata=said)
    post_owed(one for one in member_owed(player.pk) if one.event.version == version + 1)


def refused_by_a_checkpoint(minutes: int = 2) -> str:
    """Return what keeps the next checkpoint from being signed; empty where it is."""
    return "\n".join(signed_at(minutes / 60)[1])


class TestWhatWasPutIn:
    def test_a_rich_beginner(self, lan: Player) -> None:
        put_in(Player.objects.create_user("minh"), MemberJoined(900_000))
        assert START in refused_by_a_checkpoint()
        assert START in found_in_the_ledger()

    def test_a_grant_above_what_one_person_gives_alone(self, lan: Player, director: Player) -> None:
        put_in(lan, ChipsGranted(900_000, "", "aa"), by=director.pk)
        assert ALONE in refused_by_a_checkpoint()
        assert ALONE in found_in_the_ledger()

    def test_many_small_grants_that_are_too_much_together(
        self, lan: Player, director: Player
    ) -> None:
        for number in range(3):
            put_in(lan, ChipsGranted(4_000, "", f"a{number}"), by=director.pk)
        assert found_in_the_ledger().count(ALONE) == 1

    def test_requests_granted_by_their_own_author_count_as_given_alone(
        self, lan: Player, director: Player
    ) -> None:
        for number in range(3):
            put_in(lan, ChipsAskedFor(4_000, "", f"a{number}{SECOND}", 1), by=director.pk)
            put_in(lan, ChipsGranted(4_000, "", f"a{number}{SECOND}"), by=director.pk)
        assert found_in_the_ledger().count(ALONE) == 1

    @pytest.mark.parametrize("asked_by", ["nobody", "the same"])
    def test_a_second_signature_that_nobody_asked_for(
        self, lan: Player, director: Player, asked_by: str
    ) -> None:
        if asked_by == "the same":
            put_in(lan, ChipsAskedFor(90_000, "", f"aa{SECOND}", 1), by=director.pk)
        put_in(lan, ChipsGranted(90_000, "", f"aa{SECOND}"), by=director.pk)
        assert ALONE in refused_by_a_checkpoint()
        assert ALONE in found_in_the_ledger()

    @pytest.mark.parametrize(
        "wish",
        [
            ChipsAskedFor(1, "", f"aa{SECOND}", 1),
            ChipsAskedFor(90_000, "", f"aa{SECOND}", 1, start=True),
            ChipsAskedFor(90_000, "", f"aa{SECOND}", 1),
        ],
        ids=["of another sum", "a start sum that the house does not give", "of a member"],
    )
    def test_a_wish_that_nobody_could_have_made(
        self, lan: Player, director: Player, wish: ChipsAskedFor
    ) -> None:
        put_in(lan, wish, by=Player.objects.create_user("other").pk)
        put_in(lan, ChipsGranted(90_000, "", f"aa{SECOND}"), by=director.pk)
        assert ALONE in refused_by_a_checkpoint()
        assert ALONE in found_in_the_ledger()

    def test_a_wish_that_was_declined(self, lan: Player, director: Player, owner: Player) -> None:
        second = Player.objects.create_user("second", is_director=True)
        note_duties(by=owner, player=second, before=frozenset(), now=NOON)
        put_in(lan, ChipsAskedFor(90_000, "", f"aa{SECOND}", 1), by=director.pk)
        put_in(lan, ChipsDeclined(f"aa{SECOND}"), by=director.pk)
        put_in(lan, ChipsGranted(90_000, "", f"aa{SECOND}"), by=second.pk)
        assert ALONE in refused_by_a_checkpoint()

    def test_a_wish_that_is_signed_twice(
        self, lan: Player, director: Player, owner: Player
    ) -> None:
        second = Player.objects.create_user("second", is_director=True)
        note_duties(by=owner, player=second, before=frozenset(), now=NOON)
        put_in(lan, ChipsAskedFor(90_000, "", f"aa{SECOND}", 1), by=director.pk)
        for _ in range(2):
            put_in(lan, ChipsGranted(90_000, "", f"aa{SECOND}"), by=second.pk)
        assert refused_by_a_checkpoint().count(ALONE) == 1

    def test_one_that_is_dated_before_an_honest_one(self, lan: Player, director: Player) -> None:
        put_in(lan, ChipsGranted(9_000, "", "aa"), at=NOON + timedelta(minutes=5), by=director.pk)
        assert refused_by_a_checkpoint(6) == ""
        minh = Player.objects.create_user("minh")
        put_in(minh, ChipsGranted(9_000, "", "bb"), at=NOON + timedelta(minutes=4), by=director.pk)
        assert ALONE in refused_by_a_checkpoint(7)

    def test_a_rich_beginner_of_a_club_whose_events_did_not_say_as_much(
        self, director: Player
    ) -> None:
        old = stored_fact(MemberJoined(900_000))
        tell("test-1", "a")
        assert commands.make_checkpoint(now=NOON)[0] is not None
        minh = Player.objects.create_user("minh")
        event = replace(old, payload={"chips": 900_000})
        append(member_stream(minh.pk), [event], expected_version=0, now=SOON, metadata={})
        assert START in refused_by_a_checkpoint()

    def test_a_duty_that_a_row_had_for_a_minute(self, lan: Player, owner: Player) -> None:
        """A checkpoint comes meanwhile; the night knows better."""
        thief = Player.objects.create_user("thief")
        Player.objects.filter(pk=thief.pk).update(is_director=True)
        put_in(lan, ChipsGranted(9_000, "", "aa"), by=thief.pk)
        refused_by_a_checkpoint()
        Player.objects.filter(pk=thief.pk).update(is_director=False)
        assert NOBODY in found_in_the_ledger()
        night = whole.verify_tonight(now=NOON)
        assert night is not None and night.differences["ledger"] == 1

    def test_a_row_that_is_set_again_after_the_log_has_ended_the_duty(
        self, lan: Player, owner: Player, director: Player
    ) -> None:
        director.is_director = False
        director.save()
        note_duties(by=owner, player=director, before=frozenset({"is_director"}), now=NOON)
        Player.objects.filter(pk=director.pk).update(is_director=True)
        later = NOON + timedelta(hours=1)
        put_in(lan, ChipsGranted(9_000, "", "aa"), at=later, by=director.pk)
        assert NOBODY in refused_by_a_checkpoint(61)
        assert NOBODY in found_in_the_ledger()


class TestWhatIsRight:
    def test_grants_start_sums_and_second_signatures(
        self, lan: Player, owner: Player, director: Player
    ) -> None:
        second = Player.objects.create_user("second", is_director=True)
        note_duties(by=owner, player=second, before=frozenset(), now=NOON)
        for number, amount in enumerate((9_000, 1_000, 50_000)):
            commands.grant_chips(
                by=director,
                players=[lan],
                amount=amount,
                idempotency_key=UUID(int=number),
                now=SOON,
            )
        confirm_grant(by=second, wish=UUID(int=2).hex + SECOND, now=SOON)
        minh = Player.objects.create_user("minh")
        commands.grant_first_chips(player=minh, by=second, now=SOON)
        assert refused_by_a_checkpoint() == "" and found_in_the_ledger() == ""

    def test_members_whom_an_owner_took_in_or_an_invitation_of_who_was_director_then(
        self, lan: Player, owner: Player, director: Player
    ) -> None:
        """An owner takes members in without being a director; an invitation outlives the duty of who made it."""
        other = Player.objects.create_superuser("other", password="not a secret")
        note_duties(by=owner, player=other, before=frozenset(), now=NOON)
        commands.grant_first_chips(player=Player.objects.create_user("minh"), by=other, now=SOON)
        director.is_director = False
        director.save()
        note_duties(by=owner, player=director, before=frozenset({"is_director"}), now=SOON)
        later = NOON + timedelta(hours=2)
        nam = Player.objects.create_user("nam")
        commands.grant_first_chips(player=nam, by=director, now=later)
        assert refused_by_a_checkpoint(121) == "" and found_in_the_ledger() == ""
        thief = Player.objects.create_user("thief")
        put_in(Player.objects.create_user("lap"), MemberJoined(1000), at=later, by=thief.pk)
        assert NOBODY in found_in_the_ledger()

    def test_a_wish_that_was_signed_after_the_clock_went_back(
        self, lan: Player, owner: Player, director: Player
    ) -> None:
        second = Player.objects.create_user("second", is_director=True)
        note_duties(by=owner, player=second, before=frozenset(), now=NOON)
        said = {"by": director, "players": [lan], "idempotency_key": UUID(int=2)}
        commands.grant_chips(amount=50_000, now=SOON + timedelta(minutes=5), **said)  # type: ignore[arg-type]
        confirm_grant(by=second, wish=UUID(int=2).hex + SECOND, now=SOON)
        assert refused_by_a_checkpoint() == "" and found_in_the_ledger() == ""

    def test_a_grant_of_who_lost_the_duty_before_the_checkpoint(
        self, lan: Player, owner: Player, director: Player
    ) -> None:
        commands.grant_chips(
            by=director, players=[lan], amount=50, idempotency_key=UUID(int=7), now=SOON
        )
        director.is_director = False
        director.save()
        ended = SOON + timedelta(minutes=1)
        note_duties(by=owner, player=director, before=frozenset({"is_director"}), now=ended)
        assert refused_by_a_checkpoint(10) == "" and found_in_the_ledger() == ""

    def test_what_an_owner_has_accepted_is_named_no_more(
        self, lan: Player, owner: Player, director: Player
    ) -> None:
        put_in(lan, ChipsGranted(900_000, "", "aa"), by=director.pk)
        assert ALONE in refused_by_a_checkpoint()
        accept_seal(by=owner, streams=[member_stream(lan.pk)], reason="Taken back.", now=SOON)
        assert found_in_the_ledger() == ""
        put_in(lan, ChipsGranted(900_000, "", "ab"), by=director.pk)
        assert found_in_the_ledger().count(ALONE) == 1

    def test_a_start_sum_of_another_day_under_the_rule_of_that_day(
        self, lan: Player, owner: Player
    ) -> None:
        record(HouseRulesSet(HouseRules(start_chips=500)), now=SOON, by=owner)
        later = NOON + timedelta(hours=1)
        commands.grant_first_chips(player=Player.objects.create_user("minh"), now=later)
        assert refused_by_a_checkpoint(61) == "" and found_in_the_ledger() == ""
        put_in(Player.objects.create_user("nam"), MemberJoined(1000), at=later)
        assert "the club's starting sum was 500" in found_in_the_ledger()

    def test_an_older_club_whose_events_did_not_say_as_much(self, director: Player) -> None:
        an = Player.objects.create_user("an")
        stream = member_stream(an.pk)
        old = stored_fact(MemberJoined(5_000))
        payload = {"chips": 5_000}
        append(
            stream,
            [replace(old, payload=payload)],
            expected_version=0,
            now=NOON - timedelta(days=400),
            metadata={},
        )
        post_owed(member_owed(an.pk))
        assert found_in_the_ledger() == ""
