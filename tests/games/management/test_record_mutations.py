"""500 mutated records: no command dies, none is taken in that verify_deal refuses, and what is taken comes out again.

`make fuzz` does the same with 10,000 and says what it found; `FUZZ_SEED` chooses others.
"""

import io
import json
import os
import re
import sys
from collections import Counter
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from games.engine.errors import BadNotation, Fault
from games.engine.recording.lines import lines_of, read_line
from games.engine.recording.records import LONGEST_LINE, from_line, from_record
from games.engine.recording.verification import CHECKS
from games.models import Deal
from tests.support.record_mutations import MUTATIONS, mutated, originals, written

pytestmark = pytest.mark.django_db

COUNT = int(os.environ.get("FUZZ", "500"))
SEED = int(os.environ.get("FUZZ_SEED", "1"))


def verified(path: Path) -> tuple[str, str | None]:
    out = io.StringIO()
    try:
        call_command("verify_deal", str(path), stdout=out)
    except CommandError as error:
        return out.getvalue(), str(error)
    return out.getvalue(), None


def taken_in(path: Path) -> tuple[list[str], str | None]:
    """Return what a club exports that has imported the file, or why it does not; nothing of it stays."""
    before, out = set(Deal.objects.values_list("pk", flat=True)), io.StringIO()
    with transaction.atomic():
        try:
            call_command("import_deals", str(path), stdout=io.StringIO())
        except CommandError as error:
            assert set(Deal.objects.values_list("pk", flat=True)) == before
            return [], str(error)
        call_command("export_deals", stdout=out, stderr=io.StringIO())
        transaction.set_rollback(True)
    return out.getvalue().split("\n")[:-1], None


def tried(path: Path, data: bytes) -> str | None:
    """Why the file is refused, None if it is taken; by both commands alike, and without loss."""
    path.write_bytes(data)
    said, error = verified(path)
    lines = [line for line in data.split(b"\n") if line.rstrip(b"\r")]
    answers = said.split("\n")[:-1]
    assert len(answers) == len(lines), said
    assert all(answer.isprintable() for answer in answers), said
    back, refused = taken_in(path)
    assert (error is None) == (refused is None), (error, said, refused)
    if error is not None:
        bad = [answer for answer in answers if not answer.endswith(": OK")]
        # The first bad line is the one that the import names, for the same reason.
        reason = str(refused).partition(": ")[2].removesuffix(". Nothing was stored.")
        assert not lines or bad[0].endswith(f": {reason}"), (bad[0], refused)
        return reason
    assert all(answer.endswith(": OK") for answer in answers)
    for line, again in zip(lines, back, strict=True):
        came = json.loads(line)
        assert written({**json.loads(again), "deal": came["deal"]}) == line.rstrip(b"\r")
    return None


def test_the_originals_are_taken_and_come_out_again(tmp_path):
    data = b"\n".join(written(json.loads(text)) for text in originals())
    assert tried(tmp_path / "records.jsonl", data) is None


def check_behind(data: bytes) -> str:
    """Return what the first bad line of the file fails by."""
    for _number, line in lines_of(io.BytesIO(data), LONGEST_LINE):
        try:
            if not line:
                continue
            from_record(read_line(line, LONGEST_LINE))
            record = from_line(line)
            ending = record.state().ending
            secret = None if ending is None else ending.secret
        except BadNotation as error:
            said = str(error)
            return "form" if said.startswith("events[") else re.sub(r"\d+|'.*'", "…", said)[:60]
        for name, check in CHECKS:
            try:
                check(record, secret)
            except Fault:
                return f"check: {name}"
    return "a repeated deal, or no deal"


def test_what_mutated_records_do(tmp_path):
    found: Counter[tuple[str, str]] = Counter()
    checks: Counter[str] = Counter()
    failed = []
    for number, (sort, data) in enumerate(mutated(SEED, COUNT)):
        try:
            refused = tried(tmp_path / "records.jsonl", data)
        except Exception as error:
            failed.append(f"{number} ({sort}): {type(error).__name__}: {str(error)[:300]}")
            found[sort, "failed"] += 1
            continue
        found[sort, "taken" if refused is None else "refused"] += 1
        if refused is not None:
            checks[check_behind(data)] += 1
    sys.stdout.write(told(found, checks))
    assert failed == []
    assert min(found["words", "taken"], found["times", "taken"], found["bytes", "refused"]) > 0
    assert {f"check: {name}" for name, _check in CHECKS} <= set(checks)


def told(found: Counter[tuple[str, str]], checks: Counter[str]) -> str:
    """Return what was tried and what came of it, for whoever runs `make fuzz`."""
    lines = [f"\n{COUNT} mutations, seed {SEED}:"]
    for sort in MUTATIONS:
        ends = (f"{found[sort, end]:5} {end}" for end in ("refused", "taken", "failed"))
        lines.append(f"  {sort:24}{', '.join(ends)}")
    lines.append("refused by:")
    lines += (f"  {times:5}  {check}" for check, times in checks.most_common())
    return "\n".join(lines) + "\n"
