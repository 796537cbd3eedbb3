"""The key of the log: made once, for its owner alone."""

import stat
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games.log.integrity.keys import NoKey, log_key
from games.log.integrity.notes import SigningKey

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


class TestTheKey:
    def test_it_is_made_once_for_its_owner_alone_and_never_repeated(
        self, settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        settings.TUSAC_LOG_KEY = str(tmp_path / "keys" / "log_key")
        with pytest.raises(NoKey, match="TUSAC_LOG_KEY"):
            log_key()
        made = log_key(make=True)
        path = Path(settings.TUSAC_LOG_KEY)
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert log_key(make=True) == log_key() == made
        assert [file.name for file in path.parent.iterdir()] == ["log_key"]

    def test_it_is_in_no_row_of_the_database(self, settings, kept: Path) -> None:
        secret = log_key().written().rpartition("+")[2]
        with connection.cursor() as raw:
            for table in connection.introspection.table_names():
                raw.execute(f"SELECT * FROM {table}")
                assert secret not in str(raw.fetchall())

    @pytest.mark.parametrize("text", ["", "PRIVATE+KEY+x", "/nowhere/at/all", "PRIVATE+KEY+a+b+c"])
    def test_what_is_no_key_is_refused(self, settings, text: str) -> None:
        settings.TUSAC_LOG_KEY = text
        with pytest.raises(NoKey):
            log_key()
        with pytest.raises(CommandError):
            call_command("checkpoint", stdout=StringIO()) if text != "/nowhere/at/all" else _fail()

    def test_a_new_one_is_written_by_a_command(self, tmp_path: Path) -> None:
        out = StringIO()
        path = tmp_path / "key"
        call_command("log_key", "--out", str(path), "--name", "club.example/log", stdout=out)
        assert SigningKey.read(path.read_text()).verifier.__str__() in out.getvalue()
        assert path.read_text().strip() not in out.getvalue()
        with pytest.raises(CommandError, match="already exists"):
            call_command("log_key", "--out", str(path), stdout=out)


def _fail() -> None:
    raise CommandError
