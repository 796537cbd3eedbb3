"""What is kept of a page: nothing but its values goes in, and a form's token is always the reader's own."""

import pytest
from django.template import Context, Template
from django.utils import translation

from games.presenters.play.calls import ShownCall
from games.presenters.play.menu import Menu
from games.templatetags.kept import _drawn

MENU = Menu(
    table_id=7,
    name="<Lan's>",
    origin="",
    in_tournament=False,
    can_continue_elsewhere=False,
    close_asks=False,
    rules_name="4sac",
    rules_key="4sac",
    deal_id=9,
    number=1,
    chips_per_point=0,
    most=0,
    wants_bots=False,
    spectators=True,
    spectator_delay=0,
    may_talk=True,
    pace="",
    paces=(),
    can_leave=True,
    can_close=False,
    closes_for_reason=False,
    call=ShownCall(7, None, "", True, False, ()),
    can_invite=False,
    can_log_in=False,
    paused=False,
    pause="",
    pause_note="",
    pause_help="",
    phrases=(),
    neighbours=(),
    all_muted=False,
    swaps=(),
    watchers="",
    call_link="",
    call_name="",
    directs=False,
    time_key="",
    delays=(),
    has_payout=False,
    has_history=False,
    has_shuffle=False,
)


def drawn(menu: Menu = MENU, **around: object) -> str:
    page = Template('{% load kept %}{% kept "games/_menu.html" menu=menu coach=coach %}')
    return page.render(Context({"menu": menu, "coach": "", **around}))


def test_a_form_that_is_kept_has_each_readers_own_token() -> None:
    first, second = drawn(csrf_token="one"), drawn(csrf_token="two")
    assert 'value="one"' in first and "two" not in first
    assert first.replace('value="one"', 'value="two"') == second


def test_what_is_not_a_value_of_it_is_not_seen_and_makes_no_difference() -> None:
    page = drawn(csrf_token="", user="somebody", felt="their cards")
    before = _drawn.cache_info().misses
    assert drawn(csrf_token="", user="another") == page
    assert _drawn.cache_info().misses == before
    assert "somebody" not in page and "their cards" not in page
    assert "&lt;Lan&#x27;s&gt;" in page


@pytest.mark.parametrize("changed", [{"name": "Bình's"}, {"can_leave": False}, {"number": 2}])
def test_another_value_draws_it_anew(changed: dict[str, object]) -> None:
    assert drawn(MENU._replace(**changed), csrf_token="") != drawn(csrf_token="")  # type: ignore[arg-type]


def test_each_language_has_its_own() -> None:
    english = drawn(csrf_token="")
    with translation.override("vi"):
        assert drawn(csrf_token="") != english
    assert drawn(csrf_token="") == english
