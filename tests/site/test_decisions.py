"""docs/decisions: each decision says itself in its title, and the index has them all."""

import re

from tests.support.documents import DOCUMENTS, links_in, rows_of, section_of, text_of
from tests.support.running_site import PROJECT

INDEX = "docs/decisions/README.md"
FILES = sorted(path.name for path in (PROJECT / "docs/decisions").glob("*.md"))
DECISIONS = [name for name in FILES if name != "README.md"]
_ACCEPTED = re.compile(r"(accepted|superseded by \[\d{4}\])")


def heading_of(name: str) -> str:
    return text_of(f"docs/decisions/{name}").splitlines()[0]


def test_every_decision_has_a_number_and_a_title() -> None:
    assert len(DECISIONS) > 200
    assert [name for name in DECISIONS if not re.fullmatch(r"\d{4}-[a-z0-9-]+\.md", name)] == []
    headings = {name: heading_of(name) for name in DECISIONS}
    assert {
        name: heading
        for name, heading in headings.items()
        if not re.fullmatch(rf"# {name[:4]} \S.{{15,}}", heading)
    } == {}


def test_no_two_decisions_have_the_same_number() -> None:
    numbers = [name[:4] for name in DECISIONS]
    assert len(set(numbers)) == len(numbers)


def test_the_index_has_every_decision_under_its_title_with_its_status() -> None:
    rows = sorted(rows_of(text_of(INDEX)))
    assert [f"{link} {title}" for link, title, _, _ in rows] == [
        f"[{name[:4]}]({name}) {heading_of(name)[7:]}" for name in DECISIONS
    ]
    for link, _, status, line in rows:
        assert _ACCEPTED.match(status), link
        assert line.endswith("."), link


def test_about_twenty_five_decisions_are_listed_first() -> None:
    pillars = [link for link, *_ in rows_of(section_of(INDEX, "Pillars"))]
    assert 20 <= len(pillars) <= 30
    assert pillars == sorted(pillars)


def test_every_link_of_every_document_leads_somewhere() -> None:
    assert len(DOCUMENTS) > 200
    assert [
        f"{document}: {path}"
        for document in DOCUMENTS
        for path in links_in(document)
        if not path.exists()
    ] == []
