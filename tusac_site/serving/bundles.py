"""Combines the styles and scripts of nearly every page, and those of a table, in one file each."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage, Storage

SOURCES: Final = settings.BASE_DIR / "tusac_site" / "static"
BUNDLES: Final = {
    "css/site.css": (
        *("tokens", "base", "parts", "ask", "cards", "live", "play", "front", "print"),
    ),
    "css/table.css": ("felt", "company", "since"),
    "js/site.js": (
        *("../vendor/idiomorph/idiomorph-ext.min", "page", "stream", "leave", "feed", "turn"),
        *("preferences", "phone"),
    ),
    "js/table.js": ("clock", "hand", "keys", "guard", "press", "again", "motion", "steps"),
}
"""Each bundle and the files in it, in their order, by their names without the ending."""


def bundled(name: str) -> str:
    """Return the text of a bundle. Raises KeyError for an unknown name."""
    place = SOURCES / name
    texts = []
    for one in BUNDLES[name]:
        text = (place.parent / f"{one}{place.suffix}").read_text(encoding="utf-8")
        texts.append(f"@media print {{\n{text}}}\n" if one == "print" else text)
    return "\n".join(texts)


class Bundles(BaseFinder):
    """Django's static files finder for the bundles; finding one also writes it into `VAR_DIR`."""

    storage = FileSystemStorage(settings.VAR_DIR / "bundles")

    def find(  # type: ignore[override]  # the stubs tell the two answers apart
        self, path: str, find_all: bool = False, **_: Any
    ) -> str | list[str]:
        """Return the path of a bundle, in a list if `find_all`; an empty list for any other file."""
        if path not in BUNDLES:
            return []
        place = Path(self.storage.path(path))
        text = bundled(path)
        # One that is as it should be stays untouched: its time tells whether to collect again.
        if not place.exists() or place.read_text(encoding="utf-8") != text:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8")
        return [str(place)] if find_all else str(place)

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, Storage]]:
        """Yield each bundle with its storage."""
        for name in BUNDLES:
            self.find(name)
            yield name, self.storage
