"""Checks for `verify_log` and `check_ledger` that log and ledger match what was played.

Each app has its own checks, in its modules `checks.log` and `checks.ledger`.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from django.apps import apps
from django.utils.module_loading import module_has_submodule


def checks_of_every_app(name: str) -> list[ModuleType]:
    """Return the module `checks.NAME` of each app that has one."""
    found = []
    for config in apps.get_app_configs():
        if config.module is None or not module_has_submodule(config.module, "checks"):
            continue
        checks = import_module(f"{config.name}.checks")
        # Django's own apps have a module of that name, for its system checks.
        if hasattr(checks, "__path__") and find_spec(f"{config.name}.checks.{name}") is not None:
            found.append(import_module(f"{config.name}.checks.{name}"))
    return found
