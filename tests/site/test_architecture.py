"""The map and the READMEs of the apps name every arrow and every room, and only places that exist."""

import re
import tomllib
from collections import Counter

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
HOUSE = (MAP, *(f"{app}/README.md" for app in APPS))
WALKS = {
    MAP: "A walk: a discard, from one browser to the other",
    "games/README.md": "A settlement",
    "tournaments/README.md": "A round",
    "replays/README.md": "A ruling",
}


def rooms_named(app: str) -> list[str]:
    """Return the rooms that the README of an app lists, as it names them."""
    rooms = []
    for cells in rows_of(section_of(f"{app}/README.md", "Rooms")):
        named = re.findall(r"`([^`]+)`", cells[0])
        assert named, cells
        rooms += named
    return rooms


def rooms_on_disk(app: str) -> set[str]:
    """Return the modules on the top level of an app, and every folder below that holds modules of its own."""
    modules = [
        path.relative_to(PROJECT / app)
        for path in (PROJECT / app).rglob("*.py")
        if path.name != "__init__.py" and "migrations" not in path.parts
    ]
    return {str(module) if len(module.parts) == 1 else f"{module.parent}/" for module in modules}


@pytest.mark.parametrize("app", APPS)
def test_every_room_has_one_line_in_its_apps_readme_and_every_line_its_room(app: str) -> None:
    assert sorted(rooms_named(app)) == sorted(rooms_on_disk(app))


def test_the_map_and_the_readmes_stay_short() -> None:
    assert len(text_of(MAP).splitlines()) <= 120
    for app in APPS:
        assert len(text_of(f"{app}/README.md").splitlines()) <= 80, app


def test_no_folder_has_more_than_twenty_modules() -> None:
    folders = Counter(
        str(path.parent.relative_to(PROJECT))
        for app in APPS
        for path in (PROJECT / app).rglob("*.py")
        if path.name != "__init__.py" and "migrations" not in path.parts
    )
    assert {name: many for name, many in folders.items() if many > 20} == {}


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
    assert len(asking) >= 5
    assert asking <= set(re.findall(r"`(TUSAC_\w+)`", text_of(MAP)))


@pytest.mark.parametrize("document", WALKS)
def test_a_walk_through_the_house_is_short_and_names_its_places(document: str) -> None:
    walk = section_of(document, WALKS[document]).strip().split("\n\n")[0]
    assert len(walk.split()) < 150, "too long to be read aloud"
    assert len([name for _, name in places_in(walk) if name]) >= 4


def test_every_style_sheet_and_script_says_first_what_it_is_for() -> None:
    static = PROJECT / "tusac_site/static"
    files = [*static.glob("css/*.css"), *static.glob("js/*.js")]
    assert len(files) > 30
    begins = re.compile(r"(/\*|//) ?[A-Z].{15,}")
    silent = [path.name for path in files if not begins.match(path.read_text(encoding="utf-8"))]
    assert silent == []


def test_every_place_that_any_document_names_is_there() -> None:
    places = [(document, place) for document in DOCUMENTS for place in places_in(text_of(document))]
    assert len(places) > 200
    assert [(document, place) for document, place in places if not is_there(*place)] == []
    lost = {document: lost_files_in(document) for document in DOCUMENTS}
    assert {document: files for document, files in lost.items() if files} == {}
