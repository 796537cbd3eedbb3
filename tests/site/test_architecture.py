"""The map is the house: docs/architecture.md names every room, every arrow, and places that exist."""

import re
import tomllib

import pytest

from tests.support.documents import (
    DOCUMENTS,
    is_there,
    lost_files_in,
    places_in,
    rows_of,
    section_of,
    text_of,
)
from tests.support.running_site import PROJECT

MAP = "docs/architecture.md"
APPS = ("games", "tournaments", "replays", "notices", "tusac_site")


def rooms_of_the_map() -> list[str]:
    """A line names its rooms in full, or a face and the apps that have it."""
    rooms = []
    for cells in rows_of(section_of(MAP, "Rooms")):
        named = re.findall(r"`([^`]+)`", cells[0])
        assert named, cells
        if len(cells) > 2:
            rooms += [f"{app.strip()}/{room}" for app in cells[2].split(",") for room in named]
        else:
            rooms += named
    return rooms


def rooms_on_disk() -> set[str]:
    """The modules on the top level of each app, and every folder below that holds modules of its own."""
    modules = [
        path.relative_to(PROJECT)
        for app in APPS
        for path in (PROJECT / app).rglob("*.py")
        if path.name != "__init__.py" and "migrations" not in path.parts
    ]
    return {str(module) if len(module.parts) == 2 else f"{module.parent}/" for module in modules}


def test_every_room_has_one_line_in_the_map_and_every_line_its_room() -> None:
    named = rooms_of_the_map()
    assert sorted(named) == sorted(rooms_on_disk())


def test_the_arrows_of_the_map_are_the_contracts_that_lint_keeps() -> None:
    with (PROJECT / "pyproject.toml").open("rb") as file:
        contracts = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    layers = {
        contract["containers"][0]: contract["layers"]
        for contract in contracts
        if contract["type"] == "layers" and "containers" in contract
    }
    arrows = section_of(MAP, "Arrows")
    drawn = {}
    for app in APPS:
        chain = re.search(rf"^    {app}  +(\S.*(?:\n {{17}}\S.*)*)", arrows, re.MULTILINE)
        assert chain is not None, app
        drawn[app] = [layer.strip() for layer in " ".join(chain[1].split()).split("→")]
    assert drawn == layers


def test_the_map_names_every_setting_by_which_an_app_asks_another() -> None:
    places = tuple(f'"{app}.' for app in APPS)
    set_to = re.findall(r"^(TUSAC_\w+) = (.+)$", text_of("tusac_site/settings.py"), re.MULTILINE)
    asking = {name for name, value in set_to if value.lstrip("(").startswith(places)}
    assert len(asking) >= 7
    assert asking <= set(re.findall(r"`(TUSAC_\w+)`", text_of(MAP)))


def test_the_map_names_every_style_sheet_and_script() -> None:
    named = [
        name
        for cells in rows_of(section_of(MAP, "Pages"))
        for name in re.findall(r"`([^`]+)`", cells[0])
    ]
    static = PROJECT / "tusac_site/static"
    files = [f"{path.parent.name}/{path.name}" for path in static.glob("[cj]s*/*.*s*")]
    assert len(files) > 30
    assert sorted(named) == sorted(files)


@pytest.mark.parametrize("app", ["games", "tournaments"])
def test_the_map_names_every_file_of_commands(app: str) -> None:
    named = [
        name.removeprefix(f"{app}/commands/")
        for cells in rows_of(section_of(MAP, f"Commands of the {app}"))
        for name in re.findall(r"`([^`]+)`", cells[1])
    ]
    commands = PROJECT / app / "commands"
    files = [path for path in commands.rglob("*.py") if path.name != "__init__.py"]
    assert sorted(named) == sorted(str(path.relative_to(commands)) for path in files)


def test_the_map_names_every_rule_of_the_tournaments() -> None:
    there: set[str] = set()
    for cells in rows_of(section_of(MAP, "Rules of the tournaments")):
        named = {
            name.removeprefix("tournaments/engine/")
            for name in re.findall(r"`([\w/]+\.py)`", cells[1])
        }
        assert not there & named, cells
        there |= named
    engine = PROJECT / "tournaments" / "engine"
    files = {str(path.relative_to(engine)) for path in engine.rglob("*.py")}
    assert there == files - {"__init__.py"}


def test_the_map_walks_five_times_through_the_house() -> None:
    walks = section_of(MAP, "Five walks").strip().split("\n\n")
    assert len(walks) == 5
    for walk in walks:
        assert len(walk.split()) < 150, f"too long to be read aloud: {walk[:40]}"
        assert len([name for _, name in places_in(walk) if name]) >= 4, walk[:40]


def test_every_place_that_any_document_names_is_there() -> None:
    places = [(document, place) for document in DOCUMENTS for place in places_in(text_of(document))]
    assert len(places) > 200
    assert [(document, place) for document, place in places if not is_there(*place)] == []
    lost = {document: lost_files_in(document) for document in DOCUMENTS}
    assert {document: files for document, files in lost.items() if files} == {}
