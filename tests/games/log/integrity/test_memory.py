"""Where the signer remembers what it has signed, and when a process refuses to start for want of it."""

from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from games.log.integrity.memory import refuse_unusable_place, signers_place

VAR = Path("/srv/club/var")


@pytest.mark.parametrize(
    ("key", "said", "place"),
    [
        ("/etc/tusac/log_key", "", "/etc/tusac/log_key.signed"),
        ("/etc/tusac/log_key", "/mnt/signed", "/mnt/signed"),
        ("/srv/club/var/log_key", "", "/home/lan/state/tusac"),
        ("/srv/club/var/keys/../log_key", "", "/home/lan/state/tusac"),
        ("PRIVATE+KEY+club+0011+AAAA", "", "/home/lan/state/tusac"),
    ],
)
def test_it_lies_beside_the_key_and_never_in_var(
    key: str, said: str, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "/home/lan/state")
    monkeypatch.setenv("TUSAC_LOG_SIGNED", said)
    assert signers_place(key, VAR) == Path(place)


def test_without_a_state_directory_it_is_that_of_the_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.setenv("HOME", "/home/lan")
    monkeypatch.delenv("TUSAC_LOG_SIGNED", raising=False)
    assert signers_place(str(VAR / "log_key"), VAR) == Path("/home/lan/.local/state/tusac")


def test_a_place_that_cannot_be_written_is_refused_with_what_to_set(
    tmp_path: Path, settings
) -> None:
    settings.TUSAC_LOG_SIGNED = tmp_path / "new" / "signed"
    refuse_unusable_place()
    assert not (tmp_path / "new").exists()  # whoever only looks makes nothing
    (tmp_path / "file").write_text("")
    settings.TUSAC_LOG_SIGNED = tmp_path / "file" / "signed"
    with pytest.raises(ImproperlyConfigured, match="Set TUSAC_LOG_SIGNED to a directory"):
        refuse_unusable_place()
