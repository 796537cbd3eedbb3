"""Who writes to the database, and has no key, writes what no command would have: it is named, and not sealed."""

from collections.abc import Callable
from datetime import datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command

from games import commands
from games.checks.sealed import forged_acceptances, sealed
from games.club.chips import ChipsGranted, Fact, MemberJoined, member_stream
from games.club.chips import to_stored as stored_fact
from games.club.events import (
    AlarmAnswered,
    ClockStepped,
    ClubEvent,
    HouseRulesSet,
    SealAccepted,
    to_stored,
)
from games.club.house_rules import HouseRules
from games.club.vouching import vouch
from games.commands.club.club_work import record
from games.commands.people.accounts import note_duties
from games.errors import Refused
from games.ledger.commands import post_owed
from games.log import append, read, stream_version
from games.log.aggregates import forget_all
from games.log.integrity.keys import log_key
from games.log.integrity.notes import Checkpoint, SigningKey
from games.models import Player
from games.presenters.club.alarms import shown_alarms
from games.queries.club.house import acceptances, open_alarms
from games.settlement import member_owed
from tests.support.forger import forge, found_in_the_ledger, rechain
from tests.support.forgeries import signed_at
from tests.support.log_stories import NOON, tell

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait", "signed")]


def put_in(event: ClubEvent, **metadata: Any) -> None:
    """A row of the club, as who writes to the database makes it."""
    version = stream_version("club")
    append("club", [to_stored(event)], expected_version=version, now=NOON, metadata=metadata)
    forget_all()


def forge_the_start_sum(lan: Player) -> str:
    stream = member_stream(lan.pk)
    forge("UPDATE log_event SET payload = '{\"chips\":501000}' WHERE stream = %s", stream)
    rechain(stream)
    return stream


def verified() -> str:
    out = StringIO()
    try:
        call_command("verify_log", stdout=out)
    except CommandError as error:
        out.write(str(error))
    return out.getvalue()


class TestAcceptances:
    @pytest.mark.parametrize("reason", ["", "By law."])
    @pytest.mark.parametrize("author", [True, False])
    def test_one_that_was_put_in_seals_nothing_and_is_named(
        self, lan: Player, owner: Player, reason: str, author: bool
    ) -> None:
        stream = forge_the_start_sum(lan)
        ends = ((1, read(stream)[-1].hash),)
        for size in (1, 2, 9):
            put_in(
                SealAccepted(reason, (stream,), size, ends), **({"by": owner.pk} if author else {})
            )
        note, found = signed_at(1)
        assert note is None
        assert any("not the sealed one" in one for one in found)
        assert any("was not made by an owner" in one for one in found)
        assert "accepts a changed history, but no owner wrote it" in verified()

    def test_one_that_was_given_is_named_in_exactly_one_checkpoint_and_listed(
        self, lan: Player, owner: Player
    ) -> None:
        stream = forge_the_start_sum(lan)
        assert signed_at(1)[0] is None
        commands.accept_seal(by=owner, streams=[stream], reason="By law.", now=NOON)
        tell("test-1", "c")
        notes = []
        for hours in (2, 3, 4):
            note, found = signed_at(hours)
            assert note is not None and not found
            notes.append(Checkpoint.read(note.text).said("accepted"))
            tell("test-1", "d")
        assert notes == [f"{stream} By law.", "", ""]
        assert f"by member {owner.pk}: {stream}. By law." in verified()
        assert not list(forged_acceptances())

    def test_one_of_a_smaller_tree_is_named_too(self, lan: Player, owner: Player) -> None:
        event = SealAccepted("So.", ("test-1",), 1, ((2, read("test-1")[-1].hash),))
        said = vouch(log_key(), 1, [to_stored(event)], by=owner.pk, at=NOON)
        put_in(event, by=owner.pk, **said)
        note, found = signed_at(1)
        assert note is not None and not found
        assert Checkpoint.read(note.text).said("accepted") == "test-1 So."

    def test_it_counts_for_what_the_owner_has_seen_alone(self, lan: Player, owner: Player) -> None:
        stream = forge_the_start_sum(lan)
        assert signed_at(1)[0] is None
        commands.accept_seal(by=owner, streams=[stream], reason="By law.", now=NOON)
        forge("UPDATE log_event SET payload = '{\"chips\":900000}' WHERE stream = %s", stream)
        rechain(stream)
        assert signed_at(2) == (
            None,
            [f"Stream {stream} no longer matches what an owner accepted."],
        )

    def test_it_counts_once(self, lan: Player, owner: Player) -> None:
        """Its row, copied behind a later forgery, is not at the version that was signed."""
        stream = forge_the_start_sum(lan)
        assert signed_at(1)[0] is None
        commands.accept_seal(by=owner, streams=[stream], reason="By law.", now=NOON)
        assert signed_at(2)[0] is not None
        (given,) = acceptances(log_key().verifier)
        (stored,) = [one for one in read("club") if one.version == given.version]
        for size in (given.event.size, given.event.size + 9):
            copy = SealAccepted("By law.", (stream,), size, given.event.ends)
            put_in(copy, **stored.metadata)
        assert [one.vouched for one in acceptances(log_key().verifier)] == [True, False, False]

    def test_without_the_key_an_owner_cannot_and_is_told(
        self, lan: Player, owner: Player, settings, client
    ) -> None:
        forge_the_start_sum(lan)
        settings.TUSAC_LOG_KEY = "PRIVATE+KEY+x"
        with pytest.raises(Refused) as refusal:
            commands.accept_seal(by=owner, streams=["test-1"], reason="So.", now=NOON)
        assert refusal.value.code == "log.key"

    def test_another_key_knows_nothing_of_the_first_ones_acceptances_until_they_are_given_again(
        self, lan: Player, owner: Player, settings
    ) -> None:
        stream = forge_the_start_sum(lan)
        assert signed_at(1)[0] is None
        commands.accept_seal(by=owner, streams=[stream], reason="By law.", now=NOON)
        assert signed_at(2)[0] is not None
        settings.TUSAC_LOG_KEY = SigningKey.fresh("club.example/log").written()
        forget_all()
        assert signed_at(3)[0] is None
        streams = {finding.stream for finding in commands.refusals()}
        assert streams == {"", stream}
        commands.accept_seal(by=owner, streams=streams, reason="A new key.", now=NOON)
        assert signed_at(4)[0] is not None
        assert not list(forged_acceptances())


class TestOwnersActs:
    @pytest.mark.parametrize("author", ["nobody", "lan", "owner"])
    def test_an_answer_that_was_put_in_clears_no_alarm_and_is_named(
        self, lan: Player, owner: Player, author: str
    ) -> None:
        forge_the_start_sum(lan)
        assert signed_at(1)[0] is None
        by = {"nobody": {}, "lan": {"by": lan.pk}, "owner": {"by": owner.pk}}[author]
        put_in(AlarmAnswered(1, "Looked at."), **by)
        assert [one.number for one in open_alarms()] == [1]
        words = "Event 2 of the club, club.alarm-answered, was not made by an owner."
        assert words in signed_at(2)[1]
        assert words in list(sealed())
        assert [one.number for one in open_alarms()] == [1]

    def test_an_owners_answer_clears_it_in_every_process_and_stays_with_another_key(
        self, lan: Player, owner: Player, settings
    ) -> None:
        forge_the_start_sum(lan)
        assert signed_at(1)[0] is None
        commands.accept_seal(by=owner, streams=[member_stream(lan.pk)], reason="By law.", now=NOON)
        assert signed_at(2)[0] is not None
        settings.TUSAC_LOG_KEY = SigningKey.fresh("club.example/log").written()
        forget_all()
        assert open_alarms() == ()

    def test_rules_of_the_house_that_were_put_in_are_not_sealed(
        self, lan: Player, owner: Player
    ) -> None:
        commands.set_house_rules(by=owner, rules=HouseRules(start_chips=5), now=NOON)
        assert signed_at(1)[1] == []
        put_in(HouseRulesSet(HouseRules(start_chips=900_000)), by=owner.pk)
        words = "Event 2 of the club, club.house-rules-set, was not made by an owner."
        assert words in signed_at(2)[1]


def grant(player: Player, by: Player | None, chips: int, at: datetime) -> None:
    """A grant with its transfer, as who writes to the database makes it."""
    _to(player, ChipsGranted(chips, "Tết", "aa"), {"by": by.pk} if by else {}, at)


def _to(player: Player, fact: Fact, metadata: dict[str, Any], at: datetime) -> None:
    stream = member_stream(player.pk)
    version = stream_version(stream)
    append(stream, [stored_fact(fact)], expected_version=version, now=at, metadata=metadata)
    post_owed(one for one in member_owed(player.pk) if one.event.version == version + 1)


SOON = NOON + timedelta(minutes=5)


class TestFactsThatNoCommandWrites:
    @pytest.fixture
    def director(self) -> Player:
        return Player.objects.create_user("director", is_director=True)

    @pytest.mark.parametrize(
        ("forged", "sentence"),
        [
            (
                lambda lan, dora: grant(lan, dora, 5_000_000, SOON),
                "is not one that a command would write",
            ),
            (lambda lan, dora: grant(lan, None, 5, SOON), "is not one that a command would write"),
            (
                lambda lan, dora: _to(lan, MemberJoined(5_000_000), {}, SOON),
                "is not one that a command would write",
            ),
            (lambda lan, dora: grant(lan, lan, 5, SOON), "is not a director"),
            (
                lambda lan, dora: grant(lan, dora, 5, datetime.fromisoformat("2019-01-01T00:00Z")),
                "dated earlier: 2019-01-01T00:00:00+00:00",
            ),
        ],
        ids=["too many", "nobody's", "a rich beginner", "a member's", "of 2019"],
    )
    def test_they_are_not_sealed_and_named_by_both_checks(
        self,
        lan: Player,
        director: Player,
        forged: Callable[[Player, Player], None],
        sentence: str,
    ) -> None:
        if "rich" in sentence or forged.__code__.co_names[:1] == ("_to",):
            lan = Player.objects.create_user("minh")
        forged(lan, director)
        note, found = signed_at(1)
        assert note is None
        assert any(sentence in one for one in found)
        assert any(sentence in one for one in sealed())
        if "is not one that a command would write" in sentence:
            assert sentence in found_in_the_ledger()

    def test_a_directors_grant_is_sealed_and_stays_right_when_the_duty_ends(
        self, lan: Player, owner: Player, director: Player
    ) -> None:
        commands.grant_chips(
            by=director, players=[lan], amount=50, idempotency_key=UUID(int=7), now=SOON
        )
        assert signed_at(1)[1] == []
        Player.objects.filter(pk=director.pk).update(is_director=False)
        director.refresh_from_db()
        ended = NOON + timedelta(hours=1)
        note_duties(by=owner, player=director, before=frozenset({"is_director"}), now=ended)
        assert not list(sealed()) and not found_in_the_ledger()
        tell("test-1", "c")
        assert signed_at(2)[1] == []

    def test_after_the_clock_went_back_events_are_older_than_the_checkpoint_and_sealed(
        self, lan: Player
    ) -> None:
        tell("test-1", "c")
        assert signed_at(3)[1] == []
        _to(Player.objects.create_user("minh"), MemberJoined(0), {}, SOON)
        assert len(signed_at(0.2)[1]) == 1
        put_in(ClockStepped(-3 * 3600))
        assert signed_at(0.2)[1]  # anybody may have put it in
        record(ClockStepped(-3 * 3600), now=SOON)
        assert signed_at(0.2)[1] == []


class TestATreeBegunAnew:
    def test_who_wipes_the_tree_and_what_the_machine_remembers_raises_an_alarm(
        self, lan: Player, signed: Path, client
    ) -> None:
        for table in ("log_leaf", "log_signed_checkpoint"):
            forge(f"DELETE FROM {table}")
        forge("DELETE FROM log_checkpoint WHERE follower = 'checkpoints'")
        for file in signed.iterdir():
            file.unlink()
        forge_the_start_sum(lan)
        assert signed_at(25)[0] is not None
        (alarm,) = open_alarms()
        assert alarm.raised.kind == "log.begun-anew"
        assert "started again although the club is older" in shown_alarms()[0].sentence
        assert client.get("/readyz").status_code == 503
        put_in(AlarmAnswered(1, "Looked at."))
        assert len(open_alarms()) == 1

    def test_a_club_that_begins_today_raises_none(self, lan: Player) -> None:
        assert open_alarms() == ()
