"""What the migration that gathers the terms of a tournament leaves out (that it loses nothing: `tests/upgrades`)."""

from importlib import import_module
from types import SimpleNamespace


def test_a_row_keeps_what_is_not_as_by_default_also_terms_of_another_release() -> None:
    migration = import_module("tournaments.migrations.0029_chosen_terms")
    kept = {"late_until": 3, "series_points": [5, 3], "of_another_release": 0, "rounds": 4}

    class Row(SimpleNamespace):
        def save(self, update_fields: tuple[str, ...]) -> None:
            self.saved = update_fields

    row = Row(stored_terms={**migration.DEFAULTS, **kept}, saved=())
    rows = SimpleNamespace(order_by=lambda _by: SimpleNamespace(iterator=lambda **_: [row]))
    model = SimpleNamespace(objects=SimpleNamespace(using=lambda _alias: rows))
    migration.leave_out(
        SimpleNamespace(get_model=lambda *_: model),
        SimpleNamespace(connection=SimpleNamespace(alias="default")),
    )
    assert row.stored_terms == kept and row.saved == ("stored_terms",)
