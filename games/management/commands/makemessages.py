"""`manage.py makemessages`: Django's command, extended to find refusals and to say where short texts are shown."""

from __future__ import annotations

from pathlib import Path

from django.core.management.commands import makemessages

from games.management.places import Places, annotated


class Command(makemessages.Command):
    """Collects the texts to translate; short ones get a comment that says where they are shown."""

    xgettext_options = [*makemessages.Command.xgettext_options, "--keyword=Refusal"]

    def build_potfiles(self) -> list[str]:
        """Write comments for translators into the templates of the catalogues, and return their paths."""
        potfiles: list[str] = super().build_potfiles()
        places = Places(Path.cwd())
        for name in dict.fromkeys(potfiles):  # a folder that is both set and found is here twice
            pot = Path(name)
            pot.write_text(annotated(pot.read_text(encoding="utf-8"), places), encoding="utf-8")
        return potfiles
