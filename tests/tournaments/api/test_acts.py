"""The API can do all that the commands of tournaments can: whoever adds a command gives it an operation."""

import ast
from pathlib import Path
from types import FunctionType

from tournaments import api, commands
from tournaments.api.acts import ACTS
from tusac_site.security.write_limits import COUNTED_AS

OF_THE_SERVICE = {"count", "note_answer", "end_appeals"}
ONE_BY_ONE = {"confirm_results"}
"""What a page does with several at one press, and a program one after the other."""
"""Commands that the club carries out by itself."""
QUESTIONS = {"rules_offered"}
"""What the commands' package answers and changes nothing."""


def asked_for() -> set[str]:
    """The commands that the API's modules name, as `commands.start`."""
    return {
        node.attr
        for path in Path(str(api.__file__)).parent.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "commands"
    }


def test_every_command_has_an_operation():
    known = {name for name, what in vars(commands).items() if isinstance(what, FunctionType)}
    assert len(known) > 60
    assert sorted(known - asked_for()) == sorted(OF_THE_SERVICE | ONE_BY_ONE | QUESTIONS)


def test_each_counts_as_what_its_scope_does():
    counted = {act.name: COUNTED_AS.get(f"tournament-{act.name}") for act in ACTS}
    assert counted == {act.name: "entries" if act.scope == "play" else "directing" for act in ACTS}
