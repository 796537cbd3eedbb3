"""`manage.py makemessages`: Django's own, which also finds refusals and says where short texts stand."""

from __future__ import annotations

from pathlib import Path

from django.core.management.commands import makemessages

from games.management.places import Places, annotated


class Command(makemessages.Command):
    """Collects the texts that are to be translated, the short ones with the kind of place in which they stand."""

    xgettext_options = [*makemessages.Command.xgettext_options, "--keyword=Refusal"]

    def build_potfiles(self) -> list[str]:
        """Return the templates of the catalogues, with comments for translators."""
        potfiles: list[str] = super().build_potfiles()
        places = Places(Path.cwd())
        for name in dict.fromkeys(potfiles):  # a folder that is both set and found is here twice
            pot = Path(name)
            pot.write_text(annotated(pot.read_text(encoding="utf-8"), places), encoding="utf-8")
        return potfiles
