"""Two clubs of one machine, running."""

from collections.abc import Iterator

import pytest

from tests.support.clubs import Machine


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    machine = Machine(tmp_path_factory.mktemp("machine"))
    try:
        machine.start()
        yield machine
    finally:
        machine.stop()
