"""Witnesses: who looks on from elsewhere, and what they sign."""

import socket
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.log.integrity.keys import log_key
from games.log.integrity.notes import (
    WITNESS,
    Note,
    SigningKey,
    VerifierKey,
    cosign,
    sign,
)
from games.log.models import Cosignature
from tests.support.forger import forge
from tests.support.log_stories import tell
from tests.support.receipts import CLUB, KEY, receipt, signed, verified
from tests.support.refused import code_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


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

    def test_what_growth_does_not_show_is_said_in_words_and_co_signed(
        self, key, tmp_path, capsys
    ) -> None:
        tell("test-1", "a")
        signed(5)
        self.co_sign(tmp_path)
        assert capsys.readouterr().err == ""
        tell("test-1", "b")
        signed(4)
        assert "Co-signed" in self.co_sign(tmp_path)
        assert "earlier than the last one seen (" in capsys.readouterr().err
        tell("test-1", "c")
        signed(24 * 365 * 90)
        assert "4 leaves" in self.co_sign(tmp_path)
        assert "which is in the future by the clock of this machine" in capsys.readouterr().err
        forge("DELETE FROM log_cosignature")
        forge("DELETE FROM log_signed_checkpoint WHERE size = 4")
        tell("test-1", "d")
        signed(24 * 365 * 90 + 1)
        assert "5 leaves" in self.co_sign(tmp_path)
        assert "no longer shows the checkpoint of 4 leaves" in capsys.readouterr().err

    def test_cosignatures_of_strangers_and_of_other_texts_are_not_kept(self, key, client) -> None:
        tell("test-1", "a")
        note = signed()

        def sent(body: str) -> str:
            answer = client.post("/log/cosignatures", body, content_type="text/plain")
            return code_in(answer, "log.witness", "log.unknown", "log.cosignature") or str(
                answer.status_code
            )

        stranger = SigningKey.fresh("other.example/witness", WITNESS)
        assert sent(f"size 1\n{cosign(note.text, stranger, 1)}") == "log.witness"
        assert sent(f"size 1\n{cosign(note.text + 'x', key, 1)}") == "log.witness"
        assert sent(f"size 1\n{sign(note.text, log_key()).signatures[0]}") == "log.witness"
        assert sent(f"size 7\n{cosign(note.text, key, 1)}") == "log.unknown"
        for body in ("", "size 1", "size 1\n", "size x\n— a b\n", "size 1\n— a b c\n", "\x00"):
            assert sent(body) == "log.cosignature"
        assert Cosignature.objects.count() == 0
        assert sent(f"size 1\n{cosign(note.text, key, 1)}") == "200"

    def test_without_a_network_it_fails_with_a_sentence(self, key, tmp_path, monkeypatch) -> None:
        from games.management import fetching

        monkeypatch.setattr("games.management.commands.witness.ask", fetching.ask)
        with socket.create_server(("127.0.0.1", 0)) as closed:
            port = closed.getsockname()[1]
        monkeypatch.setattr(f"{__name__}.CLUB", f"http://127.0.0.1:{port}")
        with pytest.raises(CommandError, match="does not answer"):
            self.co_sign(tmp_path)
        monkeypatch.setattr(f"{__name__}.CLUB", "file:///etc")
        with pytest.raises(CommandError, match="begins with https"):
            self.co_sign(tmp_path)

    def test_a_log_key_is_no_witness_key(self, key, tmp_path) -> None:
        (tmp_path / "key").write_text(log_key().written())
        with pytest.raises(CommandError, match="key of a log"):
            self.co_sign(tmp_path)
        assert VerifierKey.read(KEY).kind != WITNESS
