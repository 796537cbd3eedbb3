"""Who may enter: asked at each entry and of the reserve list, of nobody who has entered, correct until the start."""

from typing import Any

import pytest

from tests.support.tournaments import Told, decide_create
from tournaments.engine import (
    admission,
    correcting_terms,
    decisions,
    substitutes,
)
from tournaments.engine.entry_events import InvitationTakenBack, MembersInvited
from tournaments.engine.errors import TournamentRefused

DIRECTOR = 99


def told(*invited: int, **options: Any) -> Told:
    made = Told(admits="invited", entry_fee=0, **options)
    if invited:
        made.then(admission.decide_invite(made.state, players=invited, director=DIRECTOR))
    return made


def refused(code: str, decide, *args, **said) -> None:
    with pytest.raises(TournamentRefused) as caught:
        decide(*args, **said)
    assert caught.value.code == code


def test_only_who_is_invited_enters_by_themselves_or_by_a_list():
    made = told(1, 2)
    made.then(decisions.decide_enter(made.state, player=1))
    refused("tournament.not-invited", decisions.decide_enter, made.state, player=3)
    entering = {"players": [2, 3], "director": DIRECTOR}
    refused("tournament.not-invited", decisions.decide_enter_members, made.state, **entering)
    made.then(decisions.decide_enter_members(made.state, players=[2], director=DIRECTOR))
    assert made.state.entrants == (1, 2)


def test_every_member_enters_where_the_terms_say_nothing_and_nobody_is_invited_there():
    made = Told([1])
    assert made.state.options.admits == "members"
    inviting = {"players": [2], "director": DIRECTOR}
    refused("tournament.no-invitations", admission.decide_invite, made.state, **inviting)


def test_late_entry_and_the_reserve_list_obey_the_term():
    made = told(1, 2, 3, 4, 5, rounds=3, late_until=3)
    for player in (1, 2, 3, 4):
        made.then(decisions.decide_enter(made.state, player=player))
    made.start()
    refused("tournament.not-invited", decisions.decide_enter, made.state, player=6)
    refused("tournament.not-invited", substitutes.decide_list_reserve, made.state, player=6)
    made.then(decisions.decide_enter(made.state, player=5))
    made.then(admission.decide_invite(made.state, players=[6], director=DIRECTOR))
    made.then(substitutes.decide_list_reserve(made.state, player=6))
    assert made.state.reserves == (6,) and 5 in made.state.late


def test_nobody_invites_themselves_once_it_runs_but_may_before():
    made = told(1, DIRECTOR)
    assert DIRECTOR in made.state.invited
    made = told(1)
    made.then(decisions.decide_enter(made.state, player=1))
    made.start()
    own = {"players": [5, DIRECTOR], "director": DIRECTOR}
    refused("tournament.own-name", admission.decide_invite, made.state, **own)
    (invited,) = made.then(admission.decide_invite(made.state, players=[5], director=DIRECTOR))
    assert invited == MembersInvited((5,), DIRECTOR)


def test_an_invitation_is_given_once_and_taken_back_unless_it_was_used():
    made = told(3, 1, 3)
    assert made.state.invited == (3, 1)
    assert not admission.decide_invite(made.state, players=[1, 3], director=DIRECTOR)
    back = {"director": DIRECTOR}
    (event,) = made.then(
        admission.decide_take_invitation_back(made.state, player=3, director=DIRECTOR)
    )
    assert event == InvitationTakenBack(3, DIRECTOR)
    assert not admission.decide_take_invitation_back(made.state, player=3, **back)
    refused("tournament.not-invited", decisions.decide_enter, made.state, player=3)
    made.then(decisions.decide_enter(made.state, player=1))
    taking = admission.decide_take_invitation_back
    refused("tournament.invitation-used", taking, made.state, player=1, **back)
    made.then(decisions.decide_withdraw(made.state, player=1))
    made.then(substitutes.decide_list_reserve(made.state, player=1))
    refused("tournament.invitation-used", taking, made.state, player=1, **back)


def test_no_more_are_invited_than_the_limit():
    most = admission.MOST_INVITED
    made = told(*range(1, most))
    inviting = {"players": [most, most + 1], "director": DIRECTOR}
    refused("tournament.invited-too-many", admission.decide_invite, made.state, **inviting)
    made.then(admission.decide_invite(made.state, players=[most], director=DIRECTOR))
    assert len(made.state.invited) == most


def test_the_term_is_corrected_until_the_start_and_who_has_entered_stays():
    made = Told([1, 2])
    said: dict[str, Any] = {
        "reason": "It is for the old hands.",
        "director": DIRECTOR,
        "known_rules": (),
    }
    closing: dict[str, Any] = {"settings": {"admits": "invited"}, **said}
    made.then(correcting_terms.decide_correct_settings(made.state, **closing))
    assert made.state.entrants == (1, 2)
    refused("tournament.not-invited", decisions.decide_enter, made.state, player=3)
    made.then(
        correcting_terms.decide_correct_settings(made.state, settings={"admits": "members"}, **said)
    )
    made.then(decisions.decide_enter(made.state, player=3))
    made.start()
    assert "admits" not in correcting_terms.correctable(made.state)
    refused(
        "tournament.already-started",
        correcting_terms.decide_correct_settings,
        made.state,
        **closing,
    )


def test_another_value_is_refused_and_nothing_is_invited_behind_the_end():
    refused("tournament.admits-unknown", decide_create, admits="everybody")
    made = told(1)
    made.then(decisions.decide_cancel(made.state, reason="Rain."))
    inviting = {"players": [2], "director": DIRECTOR}
    refused("tournament.cancelled", admission.decide_invite, made.state, **inviting)
