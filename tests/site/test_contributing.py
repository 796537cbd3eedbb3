"""What helps somebody who comes with a change: the files that editors, GitHub and pre-commit read do what they say."""

from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]


def read(name):
    return yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))


def test_the_workflow_calls_what_every_machine_calls():
    (job,) = read(".github/workflows/ci.yml")["jobs"].values()
    assert [step["run"] for step in job["steps"] if "run" in step] == [
        'sudo env "PATH=$PATH" CI=true .ci/run'
    ]
    assert (ROOT / ".ci/run").stat().st_mode & 0o111


def test_a_commit_is_held_to_what_make_lint_asks():
    (local,) = read(".pre-commit-config.yaml")["repos"]
    said = [hook["entry"] for hook in local["hooks"]]
    assert said[-1] == "make lint"
    lint = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert all(
        " ".join(one.split()[:2]).replace(".venv/bin/", "$(BIN)/") in lint for one in said[:-1]
    )


@pytest.mark.parametrize(
    "name", sorted(path.name for path in (ROOT / ".github/ISSUE_TEMPLATE").glob("something-*.yml"))
)
def test_a_form_for_issues_asks_in_fields_of_its_own(name):
    form = read(f".github/ISSUE_TEMPLATE/{name}")
    assert form["name"]
    assert form["description"]
    fields = [field for field in form["body"] if field["type"] != "markdown"]
    assert len({field["id"] for field in fields}) == len(fields)
    assert any(field.get("validations", {}).get("required") for field in fields)
    assert {field["type"] for field in fields} <= {"input", "textarea", "dropdown"}


def test_who_finds_a_hole_is_told_whom_to_tell():
    said = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    assert "Report a vulnerability" in said
    assert "SECURITY.md" in (ROOT / "README.md").read_text(encoding="utf-8")
