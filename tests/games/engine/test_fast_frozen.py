"""What is quick to make, and to change, is what dataclasses would have made: the same fields, and frozen."""

from dataclasses import FrozenInstanceError, replace

import pytest

from games.engine.fast_frozen import changed
from games.engine.rules import VINAGAMES
from games.engine.sight import see
from games.engine.state import Phase
from tests.support.builders import DULL, position

STATE = position(VINAGAMES, hands=[DULL] * 3, active="Kr").state
VIEW = see(STATE, 1)


@pytest.mark.parametrize("old", [STATE, VIEW], ids=["state", "view"])
def test_a_changed_copy_is_the_one_that_dataclasses_make_and_is_frozen(old):
    before = repr(old)
    new = changed(old, version=99, phase=Phase.OVER)
    assert new == replace(old, version=99, phase=Phase.OVER)
    assert type(new) is type(old)
    assert repr(old) == before
    with pytest.raises(FrozenInstanceError):
        new.version = 1


def test_a_field_that_there_is_not_cannot_be_changed():
    with pytest.raises(AttributeError):
        changed(STATE, nothing=1)
