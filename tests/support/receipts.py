"""A checkpoint signed, a receipt fetched, and what checking it says."""

from datetime import timedelta
from io import StringIO
from pathlib import Path

from django.core.management import call_command

from games import commands
from games.log.integrity.keys import log_key
from tests.support.deals import NOW

CLUB = "https://club.example"
KEY = str(log_key().verifier)


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
