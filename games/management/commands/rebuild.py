"""`manage.py rebuild`: make the rows that depend on events again from the log."""

from __future__ import annotations

from typing import Any

from django.apps import apps
from django.core.management.base import CommandParser
from django.utils.module_loading import import_string, module_has_submodule

from games.management.database import DatabaseCommand


class Command(DatabaseCommand):
    """Deletes the rows made by an app's module `projections` and makes them again; the log is only read."""

    help = (
        "Makes the rows that are made from events again: deals, tournaments with their standings, disputes. "
        "May run while people play. Ask verify_log first: a stream that cannot be read stops it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the apps whose rows are rebuilt."""
        parser.add_argument(
            "apps", nargs="*", choices=[[], *_apps()], help="whose rows; without any, of all"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Rebuild the rows, app by app."""
        for label in options["apps"] or _apps():
            made = import_string(f"{apps.get_app_config(label).name}.projections.rebuild_all")()
            self.stdout.write(f"{label}: {made}")


def _apps() -> list[str]:
    return [
        config.label
        for config in apps.get_app_configs()
        if config.module is not None and module_has_submodule(config.module, "projections")
    ]
