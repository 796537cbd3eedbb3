"""Four people, and a way to import."""

import io

import pytest
from django.core.management import call_command

from games.models import Player
from tests.support.record_mutations import written


@pytest.fixture
def four():
    return [Player.objects.create_user(name) for name in ("an", "binh", "chi", "dung")]


@pytest.fixture
def load(tmp_path):
    """Imports these records, or lines, from a file."""

    def load_records(*records, dry_run=False):
        path = tmp_path / "records.jsonl"
        lines = [line.encode() if isinstance(line, str) else written(line) for line in records]
        path.write_bytes(b"\n".join(lines) + b"\n")
        out = io.StringIO()
        call_command("import_deals", str(path), dry_run=dry_run, stdout=out)
        return out.getvalue()

    return load_records
