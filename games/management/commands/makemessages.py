"""`manage.py makemessages`: Django's own, which also finds the sentences of refusals."""

from __future__ import annotations

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    """Collects the texts that are to be translated."""

    xgettext_options = [*makemessages.Command.xgettext_options, "--keyword=Refusal"]
