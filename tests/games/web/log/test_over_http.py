"""Checkpoints, entries and proofs over HTTP."""

import pytest
from django.core.cache import cache

from games.infrastructure.throttling import LIMITS, Limit
from games.log.integrity import merkle
from games.log.integrity.notes import (
    Checkpoint,
    read_proof,
)
from games.models import Player
from tests.support.forger import forge, rechain
from tests.support.log_stories import tell
from tests.support.receipts import KEY, signed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


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
        assert (
            "The log matches, and signing goes on as usual"
            in client.get("/club/seals/").content.decode()
        )
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
