"""What MkDocs needs beside `mkdocs.yml`: documents stay where the repository has them, so their links hold."""

import gettext
import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT))
from games.common.document_marks import with_buttons, with_sections  # noqa: E402

DOCUMENTS = ("*.md", "[!.]*/README.md", "docs/**/*.md", "docs/*.png", "docs/*.webp")
_LANGUAGE = re.compile(r"\.(\w\w)\.md$")
_FIGURE = re.compile(r"!\[([^\]]*)\]\(\S+/templates/\S+\.html\)")
_FENCE = re.compile(r"^```(\w+) \w+$", re.MULTILINE)


def on_files(files: Any, config: Any) -> Any:
    """Take the project's documents by their paths in the repository, in place of the folder `docs` alone."""
    from mkdocs.structure.files import File

    for file in [*files.documentation_pages(), *files.media_files()]:
        if file.src_dir == config["docs_dir"]:
            files.remove(file)
    for path in sorted(path for pattern in DOCUMENTS for path in ROOT.glob(pattern)):
        files.append(
            File.generated(config, path.relative_to(ROOT).as_posix(), abs_src_path=str(path))
        )
    return files


def on_page_markdown(text: str, page: Any, **_others: Any) -> str:
    """Give MkDocs the text of each page as it understands it."""
    return for_readers(text, page.file.src_uri)


def for_readers(text: str, place: str) -> str:
    """Return a document with its buttons in its own language; a picture that only the club draws is its caption."""
    found = _LANGUAGE.search(place)
    words = gettext.translation(
        "django", ROOT / "tusac_site/locale", [found[1]] if found else [], fallback=True
    )

    def said(context: str | None, msgid: str) -> str:
        return f"**{words.pgettext(context, msgid) if context else words.gettext(msgid)}**"

    text = _FENCE.sub(r"```\1", _FIGURE.sub(r"*\1*", with_buttons(text, said)))
    return with_sections(text) if place.startswith("docs/rules") else text
