"""The terms of tournaments that an older release announced, each in a column, are gathered into one."""

from importlib import import_module
from types import SimpleNamespace

import pytest

from games.models import Player
from tests.support.deals import NOW
from tests.support.migrations import migrated
from tournaments.engine.terms import Terms, values_of
from tournaments.models import Tournament

TERMS = Terms(
    name="Friday",
    rules="vinagames",
    rounds=5,
    deals_per_round=4,
    late_until=2,
    seconds_per_move=60,
    filler="bot:club",
    check_in=True,
    check_in_ends=15,
    tie_breaks=("direct", "wins"),
    format="groups",
    series="Autumn",
    series_best=3,
    final_rounds=2,
    finalists=4,
    entry_fee=20,
    prize_sums=(40, 10),
    prize_shares=(100,),
    ruling_hours=48,
)


@pytest.mark.django_db(transaction=True)
def test_the_columns_of_terms_become_one() -> None:
    director = Player.objects.create_user("director")
    older = migrated("0023_ruling_hours", "tournaments").get_model("tournaments", "Tournament")
    try:
        columns = {field.name for field in older._meta.get_fields()}
        told = {name: said for name, said in values_of(TERMS).items() if name in columns}
        older.objects.create(**told, director_id=director.pk, created_at=NOW)
    finally:
        migrated(None)
    row = Tournament.objects.get()
    assert row.terms == TERMS
    assert (row.name, row.series, row.entry_fee, row.check_in) == ("Friday", "Autumn", 20, True)
    assert (row.club_pays, row.check_in_ends, row.duplicate) == (False, 15, False)


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
