"""One file and the public key show years later that a deal is in the log."""

import json
import zlib
from urllib.parse import urlsplit

import pytest
from django.core.management import CommandError
from django.test import Client

from games import commands
from games.engine.rules import VINAGAMES
from games.log import stream_version
from games.log.archive import put_away
from games.log.integrity.notes import (
    SigningKey,
)
from games.log.models import ArchivedStream
from games.models import Player
from tests.support.deals import NOW, penalty_seed, running_deal, stored_deal
from tests.support.forger import forge, rechain
from tests.support.log_stories import tell
from tests.support.receipts import CLUB, receipt, signed, verified
from tests.support.rulings import reverse_the_penalty

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


class TestReceipts:
    def test_one_file_and_no_database_show_years_later_that_a_deal_is_in_the_log(
        self, member, deal, tmp_path, django_db_blocker
    ) -> None:
        signed()
        path = receipt(member, deal, tmp_path)
        with django_db_blocker.block():
            said = verified(path)
        assert f"{deal.stream}: {deal.version} events" in said
        assert "The receipt is good." in said
        assert path.stat().st_size < 60_000

    def test_it_is_in_the_log_that_the_club_shows_today(self, member, deal, tmp_path) -> None:
        signed()
        path = receipt(member, deal, tmp_path)
        for hours in range(1, 6):
            tell(f"test-{hours}", "a")
            signed(hours)
        assert "The log has 6 entries" in verified(path, "--club", CLUB)
        later, proof = tmp_path / "later.note", tmp_path / "proof"
        later.write_bytes(member.get("/log/checkpoint").content)
        proof.write_bytes(member.get("/log/consistency?from=1&to=6").content)
        options = ("--checkpoint", str(later), "--proof", str(proof))
        assert "Today's log still contains what this receipt proves" in verified(path, *options)
        proof.write_text("")
        with pytest.raises(CommandError, match="past events were changed"):
            verified(path, *options)

    def test_a_club_that_made_its_log_anew_is_betrayed_by_a_receipt(
        self, member, deal, tmp_path
    ) -> None:
        signed()
        path = receipt(member, deal, tmp_path)
        forge("UPDATE log_event SET metadata = '{}' WHERE stream = %s", deal.stream)
        rechain(deal.stream)
        for table in ("log_leaf", "log_signed_checkpoint", "log_checkpoint"):
            forge(f"DELETE FROM {table}")
        signed(1)
        with pytest.raises(CommandError, match="past events were changed"):
            verified(path, "--club", CLUB)

    @pytest.mark.parametrize("left", ["an older checkpoint", "the checkpoint alone", "nothing"])
    def test_a_log_that_has_lost_what_a_receipt_proves_is_named_and_the_evidence_kept(
        self, member, deal, tmp_path, left
    ) -> None:
        tell("test-1", "a")
        signed()
        tell("test-2", "a")
        signed(1)
        path = receipt(member, deal, tmp_path)
        forge('DELETE FROM log_leaf WHERE "index" > 0')
        if left == "an older checkpoint":
            forge("DELETE FROM log_signed_checkpoint WHERE size > 2")
        elif left == "nothing":
            for table in ("log_leaf", "log_signed_checkpoint", "log_checkpoint"):
                forge(f"DELETE FROM {table}")
        with pytest.raises(CommandError, match="that this receipt proves is missing") as told:
            verified(path, "--club", CLUB)
        (evidence,) = tmp_path.glob("receipt.json.refused-*")
        assert str(evidence) in str(told.value) and "404" not in str(told.value)
        assert (evidence.read_text() == "") == (left == "nothing")

    def test_a_deal_that_was_changed_since_or_accepted_as_another_is_told_to_who_has_the_receipt(
        self, member, deal, tmp_path
    ) -> None:
        signed()
        path = receipt(member, deal, tmp_path)
        address = urlsplit(member.get(f"/replays/{deal.pk}/").context["sealed"].address).path
        forge("UPDATE log_event SET metadata = '{}' WHERE stream = %s", deal.stream)
        rechain(deal.stream)
        with pytest.raises(CommandError, match="now has other events in place of these: changed"):
            verified(path, "--club", CLUB)
        owner = Player.objects.create_superuser("owner", password="not a secret")
        commands.accept_seal(by=owner, streams=[deal.stream], reason="By\nlaw.", now=NOW)
        signed(0.1)
        with pytest.raises(CommandError, match=r"these: accepted 1 By law\."):
            verified(path, "--club", CLUB)
        assert "accepted 1 By law." in Client().get(address).content.decode()
        fresh = verified(receipt(member, deal, tmp_path), "--club", CLUB)
        assert "The receipt is good." in fresh

    def test_whatever_is_changed_in_it_it_proves_nothing_any_more(
        self, member, deal, tmp_path
    ) -> None:
        tell("test-1", "a")
        signed()
        path = receipt(member, deal, tmp_path)
        whole = json.loads(path.read_text())
        events = whole["events"]
        changes = [
            {"stream": "deal-999"},
            {"events": events[:-1]},
            {"events": [*events, events[-1]]},
            {"events": [[*events[0][:2], "{}", *events[0][3:]], *events[1:]]},
            {"events": [events[1], events[0], *events[2:]]},
            {"proof": whole["proof"].replace("index 0", "index 1")},
            {"proof": whole["proof"].replace("\n2\n", "\n1\n")},
            {"proof": whole["proof"].partition("\n\n")[0]},
            {"form": "other"},
            {"events": []},
            {"more": 1},
        ]
        for change in changes:
            path.write_text(json.dumps(whole | change))
            with pytest.raises(CommandError):
                verified(path)

    @pytest.mark.parametrize(
        "raw",
        [
            b"",
            b"[]",
            b"{}",
            b"\xff",
            b'{"form":"tusac-receipt-1","stream":"\\ud800","events":[],"proof":""}',
            b"[" * 100_000,
            b'{"a":' * 100_000,
            b" " * 5_000_000,
        ],
    )
    def test_a_file_that_is_none_is_refused_with_a_sentence(self, tmp_path, raw) -> None:
        path = tmp_path / "receipt.json"
        path.write_bytes(raw)
        with pytest.raises(CommandError, match=r"^The file is"):
            verified(path)

    def test_another_clubs_key_does_not_open_it(self, member, deal, tmp_path) -> None:
        signed()
        other = str(SigningKey.fresh("other.example/log").verifier)
        with pytest.raises(CommandError, match="not signed by other"):
            verified(receipt(member, deal, tmp_path), key=other)

    def test_there_is_none_for_a_running_deal_nor_before_it_is_sealed(
        self, member, deal, people
    ) -> None:
        assert member.get(f"/replays/{deal.pk}/receipt.json").status_code == 409
        running = running_deal(VINAGAMES, 7, people, name="Bàn 2")
        signed()
        assert member.get(f"/replays/{running.pk}/receipt.json").status_code == 409
        assert Client().get(f"/replays/{deal.pk}/receipt.json").status_code == 302
        assert member.get("/replays/999/receipt.json").status_code == 404

    def test_a_deal_that_was_changed_since_has_none_and_the_member_is_told(
        self, member, deal
    ) -> None:
        signed()
        forge("UPDATE log_event SET metadata = '{}' WHERE stream = %s AND version = 3", deal.stream)
        answer = member.get(f"/replays/{deal.pk}/receipt.json")
        assert answer.status_code == 409
        assert "Somebody has changed this deal since the club signed it" in answer.content.decode()

    def test_an_archived_deal_has_the_same_and_one_that_was_changed_there_has_none(
        self, member, people, tmp_path
    ) -> None:
        deal = stored_deal(VINAGAMES, penalty_seed(), people)
        signed()
        before = receipt(member, deal, tmp_path).read_bytes()
        assert put_away(deal.stream)
        path = receipt(member, deal, tmp_path)
        assert path.read_bytes() == before
        assert "The receipt is good." in verified(path, "--club", CLUB)
        reverse_the_penalty(deal, people)
        signed(1)
        assert put_away(deal.stream)
        tell("test-1", "a")
        signed(2)
        later = verified(receipt(member, deal, tmp_path), "--club", CLUB)
        assert f"{deal.stream}: {stream_version(deal.stream)} events" in later
        packed = bytes(ArchivedStream.objects.get().packed)
        forged = zlib.compress(zlib.decompress(packed).replace(b"2026", b"2025"))
        forge("UPDATE log_archive SET packed = %s", forged)
        assert member.get(f"/replays/{deal.pk}/receipt.json").status_code == 409

    def test_the_replay_shows_a_code_that_asks_for_the_very_leaf(self, member, deal) -> None:
        page = member.get(f"/replays/{deal.pk}/").content.decode()
        assert "signed this deal yet" in page
        signed()
        page = member.get(f"/replays/{deal.pk}/")
        address = page.context["sealed"].address
        assert "<svg" in page.context["sealed"].code
        assert page.context["sealed"].code in page.content.decode()
        assert Client().get(urlsplit(address).path).status_code == 200
        answer = Client().get(urlsplit(address).path[:-1] + "x")
        assert answer.status_code == 404
        assert "keep the receipt" in answer.content.decode()
