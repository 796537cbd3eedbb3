"""What the settings refuse, and what they promise, each asked of a process of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from tests.support.running_site import PROJECT
from tests.support.site_settings import GOOD_DEAL_KEY, GOOD_KEY, production, settings_with
from tusac_site.local import embedded
from tusac_site.operations.secrets import secret


@pytest.mark.parametrize(
    ("key", "says"),
    [
        ("", "Production needs SECRET_KEY"),
        ("short", "Production needs SECRET_KEY"),
        (embedded.DEMO_KEY_PREFIX + "x" * 60, "refuses the demo's SECRET_KEY"),
        ("django-insecure-" + "x" * 60, "refuses the demo's SECRET_KEY"),
    ],
)
def test_production_refuses_a_missing_or_a_demo_key(key: str, says: str) -> None:
    answer = settings_with(TUSAC_PRODUCTION="1", ALLOWED_HOSTS="club.example", SECRET_KEY=key)
    assert answer.returncode != 0
    assert says in answer.stderr


def test_production_refuses_to_answer_to_every_name() -> None:
    answer = settings_with(TUSAC_PRODUCTION="1", SECRET_KEY=GOOD_KEY)
    assert answer.returncode != 0
    assert "ALLOWED_HOSTS" in answer.stderr


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("", "Production needs TUSAC_DEAL_KEY"),
        (f"{GOOD_DEAL_KEY},short", "Production needs TUSAC_DEAL_KEY"),
        (GOOD_KEY, "must be a key of its own"),
        (embedded.DEMO_KEY_PREFIX + "x" * 40, "must be a key of its own"),
    ],
)
def test_production_needs_a_key_for_the_secrets_of_deals(key: str, said: str) -> None:
    answer = settings_with(
        TUSAC_PRODUCTION="1",
        ALLOWED_HOSTS="club.example",
        SECRET_KEY=GOOD_KEY,
        TUSAC_DEAL_KEY=key,
    )
    assert answer.returncode != 0 and said in answer.stderr


def test_elsewhere_the_key_for_the_secrets_of_deals_is_made_once_for_its_owner_alone(
    tmp_path: Path,
) -> None:
    asked = [settings_with("TUSAC_DEAL_KEYS", TUSAC_VAR=str(tmp_path)).stdout for _ in range(2)]
    (key,) = json.loads(asked[0])["TUSAC_DEAL_KEYS"]
    assert asked[0] == asked[1]
    assert key == (tmp_path / "deal_key").read_text(encoding="utf-8")
    assert (tmp_path / "deal_key").stat().st_mode & 0o777 == 0o600
    assert key != json.loads(asked[0])["SECRET_KEY"]


def test_production_never_has_debug_and_sends_cookies_by_tls_alone() -> None:
    answer = settings_with(
        *["DEBUG", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_SSL_REDIRECT"],
        TUSAC_DEBUG="1",
        **production(),
    )
    assert json.loads(answer.stdout) == {
        "SECRET_KEY": GOOD_KEY,
        "DEBUG": False,
        "SESSION_COOKIE_SECURE": True,
        "CSRF_COOKIE_SECURE": True,
        "SECURE_SSL_REDIRECT": True,
    }


def test_production_refuses_the_demo_club(tmp_path: Path) -> None:
    answer = subprocess.run(
        [sys.executable, "manage.py", "first_owner", "--demo"],
        cwd=PROJECT,
        env={
            "PATH": os.environ["PATH"],
            "TUSAC_VAR": str(tmp_path),
            **production(),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode != 0
    assert "not for production" in answer.stderr


def test_the_embedded_default_is_sqlite_with_immediate_transactions_and_a_key_of_its_own(
    tmp_path: Path,
) -> None:
    answer = settings_with("DATABASES", "DEBUG", "CELERY_BROKER_URL", TUSAC_VAR=str(tmp_path))
    found = json.loads(answer.stdout)
    assert found["SECRET_KEY"] == (tmp_path / "secret_key").read_text(encoding="utf-8")
    assert found["DEBUG"] is False
    assert found["CELERY_BROKER_URL"] == f"redis+socket://{embedded.socket_path(tmp_path)}"
    database = found["DATABASES"]["default"]
    assert database["NAME"] == str(tmp_path / "tusac.sqlite3")
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    for pragma in ("journal_mode=WAL", "busy_timeout=20000", "recursive_triggers=ON"):
        assert pragma in database["OPTIONS"]["init_command"]


def test_database_url_and_redis_url_move_the_same_code_to_postgresql_and_redis(
    tmp_path: Path,
) -> None:
    answer = settings_with(
        *["DATABASES", "CELERY_BROKER_URL", "CACHES"],
        TUSAC_VAR=str(tmp_path),
        DATABASE_URL="postgres://club@db.example/club",
        REDIS_URL="redis://queue.example:6379/2",
    )
    found = json.loads(answer.stdout)
    database = found["DATABASES"]["default"]
    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert database["OPTIONS"]["server_side_binding"] is True
    assert database["HOST"] == "db.example"
    assert database["CONN_MAX_AGE"] is None
    assert database["CONN_HEALTH_CHECKS"] is True
    assert found["CELERY_BROKER_URL"] == "redis://queue.example:6379/2"
    assert found["CACHES"]["default"]["LOCATION"] == "redis://queue.example:6379/2"


def test_production_says_all_that_is_missing_at_once() -> None:
    answer = settings_with(TUSAC_PRODUCTION="1")
    for name in ("SECRET_KEY", "TUSAC_DEAL_KEY", "TUSAC_LOG_KEY", "ALLOWED_HOSTS"):
        assert name in answer.stderr, name


def test_a_secret_may_be_the_contents_of_a_file(tmp_path: Path) -> None:
    files = {"SECRET_KEY": GOOD_KEY, "TUSAC_DEAL_KEY": GOOD_DEAL_KEY, "REDIS_URL": "redis://r/1"}
    said = {}
    for name, value in files.items():
        (tmp_path / name).write_text(f"{value}\n")
        said[f"{name}_FILE"] = str(tmp_path / name)
    answer = settings_with(
        "SECRET_KEY", "TUSAC_DEAL_KEYS", "REDIS_URL", TUSAC_VAR=str(tmp_path), **said
    )
    assert json.loads(answer.stdout) == {
        "SECRET_KEY": GOOD_KEY,
        "TUSAC_DEAL_KEYS": [GOOD_DEAL_KEY],
        "REDIS_URL": "redis://r/1",
    }


def test_a_file_of_a_secret_that_says_nothing_is_refused_by_its_name(tmp_path: Path) -> None:
    empty, binary, file = (tmp_path / name for name in ("empty", "binary", "file"))
    empty.write_text("\n")
    binary.write_bytes(b"\xff\xfe")
    file.write_text("here")
    for environ, why in (
        ({"MY_KEY_FILE": str(empty)}, "is empty"),
        ({"MY_KEY_FILE": str(binary)}, "it is no text"),
        ({"MY_KEY_FILE": str(tmp_path / "none")}, "No such file"),
        ({"MY_KEY_FILE": str(tmp_path)}, "Is a directory"),
        ({"MY_KEY": "there", "MY_KEY_FILE": str(file)}, "not both"),
    ):
        with pytest.raises(ImproperlyConfigured, match=why) as refused:
            secret("MY_KEY", environ)
        assert "MY_KEY_FILE" in str(refused.value)
    assert secret("MY_KEY", {"MY_KEY_FILE": str(file)}) == "here"
    assert secret("MY_KEY", {"MY_KEY": " there "}) == "there"
    assert secret("MY_KEY", {}) == ""
