"""The log over HTTP: checkpoints, proofs, witnesses and receipts, used from elsewhere, without a database."""

import json
import socket
import zlib
from datetime import timedelta
from io import StringIO
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client

from games import commands
from games.engine.rules import VINAGAMES
from games.log import stream_version
from games.log.archive import put_away
from games.log.integrity import merkle
from games.log.integrity.keys import log_key
from games.log.integrity.notes import (
    WITNESS,
    Checkpoint,
    Note,
    SigningKey,
    VerifierKey,
    cosign,
    read_proof,
    sign,
)
from games.log.models import ArchivedStream, Cosignature
from games.models import Player
from games.throttling import LIMITS, Limit
from tests.support.deals import NOW, penalty_seed, running_deal, safe_win_seed, stored_deal
from tests.support.forger import forge, rechain
from tests.support.log_stories import tell
from tests.support.rulings import reverse_the_penalty

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]

CLUB = "https://club.example"
KEY = str(log_key().verifier)


@pytest.fixture
def people():
    return [Player.objects.create_user(name) for name in ("an", "binh", "chi", "dung")]


@pytest.fixture
def deal(people):
    return stored_deal(VINAGAMES, safe_win_seed(), people)


@pytest.fixture
def member(people, client: Client):
    client.force_login(people[0])
    return client


@pytest.fixture(autouse=True)
def over_http(monkeypatch: pytest.MonkeyPatch):
    """What the commands ask the club is answered by the site itself."""

    def ask(club, path, body=None):
        client = Client()
        sent = {"data": body, "content_type": "text/plain"}
        answer = client.get(f"/{path}") if body is None else client.post(f"/{path}", **sent)
        if answer.status_code != 200:
            raise CommandError(str(answer.status_code))
        return answer.content.decode()

    for command in ("verify_receipt", "witness"):
        monkeypatch.setattr(f"games.management.commands.{command}.ask", ask)
    yield
    cache.clear()


def signed(hours=0):
    note, findings = commands.make_checkpoint(now=NOW + timedelta(hours=hours))
    assert note is not None, findings
    return note


def receipt(member, deal, tmp_path: Path) -> Path:
    answer = member.get(f"/replays/{deal.pk}/receipt.json")
    assert answer.status_code == 200
    assert answer["Cache-Control"] == "max-age=0, no-cache, no-store, must-revalidate, private"
    path = tmp_path / "receipt.json"
    path.write_bytes(answer.content)
    return path


def verified(path: Path, *options: str, key: str = KEY) -> str:
    out = StringIO()
    call_command("verify_receipt", str(path), "--key", key, *options, stdout=out)
    return out.getvalue()


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
        assert "the log of today, which has 6 leaves" in verified(path, "--club", CLUB)
        later, proof = tmp_path / "later.note", tmp_path / "proof"
        later.write_bytes(member.get("/log/checkpoint").content)
        proof.write_bytes(member.get("/log/consistency?from=1&to=6").content)
        options = ("--checkpoint", str(later), "--proof", str(proof))
        assert "the log of today" in verified(path, *options)
        proof.write_text("")
        with pytest.raises(CommandError, match="the past was changed"):
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
        with pytest.raises(CommandError, match="the past was changed"):
            verified(path, "--club", CLUB)

    def test_a_deal_that_was_changed_since_or_accepted_as_another_is_told_to_who_has_the_receipt(
        self, member, deal, tmp_path
    ) -> None:
        signed()
        path = receipt(member, deal, tmp_path)
        address = urlsplit(member.get(f"/replays/{deal.pk}/").context["sealed"].address).path
        forge("UPDATE log_event SET metadata = '{}' WHERE stream = %s", deal.stream)
        rechain(deal.stream)
        with pytest.raises(CommandError, match="other events now in place of these: changed"):
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
        assert "somebody has changed it since" in answer.content.decode()

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
        assert "Not signed yet" in page
        signed()
        page = member.get(f"/replays/{deal.pk}/")
        address = page.context["sealed"].address
        assert "<svg" in page.context["sealed"].code
        assert page.context["sealed"].code in page.content.decode()
        assert Client().get(urlsplit(address).path).status_code == 200
        answer = Client().get(urlsplit(address).path[:-1] + "x")
        assert answer.status_code == 404
        assert "keep the receipt" in answer.content.decode()


class TestOverHttp:
    def test_anybody_may_read_key_checkpoints_and_proofs_and_no_leaf(self, deal, client) -> None:
        first = signed()
        tell("test-1", "a")
        second = signed(1)
        assert client.get("/log/key").content.decode() == f"{KEY}\n"
        assert client.get("/log/checkpoint").content.decode() == str(second)
        assert client.get("/log/checkpoint/1").content.decode() == str(first)
        old, new = (Checkpoint.read(note.text) for note in (first, second))
        proof = client.get("/log/consistency?from=1&to=2").content.decode()
        assert merkle.continues(old.root, 1, new.root, 2, read_proof(proof))
        assert client.get("/log/proof/0").content.decode().endswith(str(second))
        assert client.get("/log/proof/0?size=1").content.decode().endswith(f"index 0\n\n{first}")
        page = client.get("/log/").content.decode()
        assert KEY in page
        for address in ("/log/", "/log/proof/0", "/log/checkpoint"):
            assert deal.stream not in client.get(address).content.decode()

    @pytest.mark.parametrize(
        "address",
        [
            "checkpoint/7",
            "checkpoint/99999999999999999999999999",
            "consistency",
            "consistency?from=2&to=1",
            "consistency?from=0&to=9",
            "consistency?from=x&to=1",
            "proof/1",
            "proof/99999999999999999999999999",
            "proof/0?size=9",
            "leaf/1/ab",
            "leaf/99999999999999999999999999/ab",
        ],
    )
    def test_what_is_not_there_is_404(self, client, address) -> None:
        tell("test-1", "a")
        signed()
        assert client.get(f"/log/{address}").status_code == 404

    def test_an_address_that_asks_too_often_waits(self, client, settings, monkeypatch) -> None:
        settings.TUSAC_LIMITS = True
        monkeypatch.setitem(LIMITS, "log", Limit(2, 10**9))
        cache.clear()
        statuses = [client.get("/log/key").status_code for _ in range(3)]
        assert statuses == [200, 200, 429]

    def test_a_machine_without_the_key_shows_no_other(self, client, settings, tmp_path) -> None:
        settings.TUSAC_LOG_KEY = str(tmp_path / "none")
        assert client.get("/log/key").status_code == 503
        assert client.get("/log/").status_code == 200
        assert not (tmp_path / "none").exists()

    def test_an_owner_states_a_reason_on_a_page(self, client, people) -> None:
        client.force_login(Player.objects.create_superuser("owner", password="not a secret"))
        tell("test-1", "a")
        signed()
        assert "Checkpoints are signed" in client.get("/club/seals/").content.decode()
        forge("UPDATE log_event SET payload = '{}' WHERE stream = 'test-1'")
        rechain("test-1")
        page = client.get("/club/seals/").content.decode()
        assert "test-1 was rewritten" in page
        assert '<input type="hidden" name="stream" value="test-1">' in page
        form = {"stream": ["test-1"], "reason": ""}
        assert client.post("/club/seals/", form).status_code == 422
        assert client.post("/club/seals/", form | {"stream": [], "reason": "So"}).status_code == 409
        assert client.post("/club/seals/", form | {"reason": "A slip."}).status_code == 303
        assert "accepted test-1 A slip." in str(signed(1))
        assert "test-1 A slip." in client.get("/log/").content.decode()


class TestWitnesses:
    @pytest.fixture
    def key(self, settings, tmp_path) -> SigningKey:
        key = SigningKey.fresh("other.example/witness", WITNESS)
        settings.TUSAC_LOG_WITNESSES = [str(key.verifier)]
        (tmp_path / "key").write_text(key.written())
        return key

    def co_sign(self, tmp_path) -> str:
        out = StringIO()
        state = ("--state", str(tmp_path / "state"), "--witness-key", str(tmp_path / "key"))
        call_command("witness", CLUB, "--key", KEY, *state, stdout=out)
        return out.getvalue()

    def test_another_club_co_signs_what_continues_what_it_saw(
        self, key, tmp_path, client, member, deal
    ) -> None:
        signed()
        assert "1 leaves" in self.co_sign(tmp_path)
        assert self.co_sign(tmp_path)  # nothing new: said again, kept once
        assert Cosignature.objects.count() == 1
        tell("test-1", "a")
        signed(1)
        assert "2 leaves" in self.co_sign(tmp_path)
        note = Note.read(client.get("/log/checkpoint").content.decode())
        assert note.signed_by(key.verifier) is not None
        assert "other.example/witness: <time" in client.get("/log/").content.decode()
        said = verified(receipt(member, deal, tmp_path), "--witness", str(key.verifier))
        assert "Co-signed by other.example/witness." in said
        stranger = SigningKey.fresh("x.example", WITNESS).verifier
        with pytest.raises(CommandError, match="has not co-signed"):
            verified(tmp_path / "receipt.json", "--witness", str(stranger))

    @pytest.mark.parametrize("shorter", [True, False])
    def test_a_log_made_anew_or_put_back_is_not_co_signed_and_the_evidence_kept(
        self, key, tmp_path, shorter
    ) -> None:
        tell("test-1", "a")
        tell("test-2", "a")
        signed()
        self.co_sign(tmp_path)
        before = (tmp_path / "state").read_text()
        forge("DELETE FROM log_event WHERE stream = 'test-2'")
        for table in ("log_cosignature", "log_signed_checkpoint", "log_leaf", "log_checkpoint"):
            forge(f"DELETE FROM {table}")
        if not shorter:
            tell("test-2", "another")
            tell("test-3", "a")
        signed(1)
        with pytest.raises(CommandError, match="not co-signed"):
            self.co_sign(tmp_path)
        assert (tmp_path / "state").read_text() == before
        assert len(list(tmp_path.glob("state.refused-*"))) == 1
        assert Cosignature.objects.count() == 0

    def test_cosignatures_of_strangers_and_of_other_texts_are_not_kept(self, key, client) -> None:
        tell("test-1", "a")
        note = signed()

        def sent(body: str) -> int:
            answer = client.post("/log/cosignatures", body, content_type="text/plain")
            return int(answer.status_code)

        stranger = SigningKey.fresh("other.example/witness", WITNESS)
        assert sent(f"size 1\n{cosign(note.text, stranger, 1)}") == 403
        assert sent(f"size 1\n{cosign(note.text + 'x', key, 1)}") == 403
        assert sent(f"size 1\n{sign(note.text, log_key()).signatures[0]}") == 403
        assert sent(f"size 7\n{cosign(note.text, key, 1)}") == 404
        for body in ("", "size 1", "size 1\n", "size x\n— a b\n", "size 1\n— a b c\n", "\x00"):
            assert sent(body) == 422
        assert Cosignature.objects.count() == 0
        assert sent(f"size 1\n{cosign(note.text, key, 1)}") == 200

    def test_without_a_network_it_fails_with_a_sentence(self, key, tmp_path, monkeypatch) -> None:
        from games.management.commands import _fetching as fetching

        monkeypatch.setattr("games.management.commands.witness.ask", fetching.ask)
        with socket.create_server(("127.0.0.1", 0)) as closed:
            port = closed.getsockname()[1]
        monkeypatch.setattr("tests.games.web.test_log.CLUB", f"http://127.0.0.1:{port}")
        with pytest.raises(CommandError, match="does not answer"):
            self.co_sign(tmp_path)
        monkeypatch.setattr("tests.games.web.test_log.CLUB", "file:///etc")
        with pytest.raises(CommandError, match="begins with https"):
            self.co_sign(tmp_path)

    def test_a_log_key_is_no_witness_key(self, key, tmp_path) -> None:
        (tmp_path / "key").write_text(log_key().written())
        with pytest.raises(CommandError, match="key of a log"):
            self.co_sign(tmp_path)
        assert VerifierKey.read(KEY).kind != WITNESS
