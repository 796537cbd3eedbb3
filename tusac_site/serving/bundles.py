"""The style sheets and scripts that nearly every page needs, each kind in one file: a first visit asks for few."""

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
    "js/site.js": (
        *("../vendor/idiomorph/idiomorph-ext.min", "page", "stream", "leave", "feed", "turn"),
        *("preferences", "phone"),
    ),
}
"""Each bundle and the files in it, in their order, by their names without the ending."""


def _on_paper(text: str) -> str:
    return f"@media print {{\n{text}}}\n"


_WRITTEN: Final = {"print.css": _on_paper}
"""How a file is written into a bundle, where that is not as it stands."""


def bundled(name: str) -> str:
    """Return the text of a bundle. Raises KeyError for a name that is none."""
    place = SOURCES / name
    files = [place.parent / f"{one}{place.suffix}" for one in BUNDLES[name]]
    return "\n".join(
        _WRITTEN.get(file.name, str)(file.read_text(encoding="utf-8")) for file in files
    )


class Bundles(BaseFinder):
    """Finds the bundles, which it writes beside the collected files when somebody looks for them."""

    storage = FileSystemStorage(settings.VAR_DIR / "bundles")

    def find(  # type: ignore[override]  # the stubs tell the two answers apart
        self, path: str, find_all: bool = False, **_: Any
    ) -> str | list[str]:
        """Return where a bundle is; an empty list for anything else."""
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
        """Yield each bundle with the storage that it is in."""
        for name in BUNDLES:
            self.find(name)
            yield name, self.storage
