"""The two steps of the seeds: every seat is bound to its own before any is opened (§1.5)."""

from dataclasses import replace
from datetime import timedelta

import pytest

from games.bots.playout import play_deal
from games.engine import events as ev
from games.engine.deal import cancel, commit_deal, start
from games.engine.errors import IllegalMove
from games.engine.evolve import evolve, fold
from games.engine.recording.records import FORMATS, DealRecord, from_record, to_record
from games.engine.recording.verification import verify
from games.engine.rules import VINAGAMES
from games.engine.seeds import bind_seed, give_seed, withhold
from games.engine.shuffle import commit, commit_seed, kept_seed, shuffle
from games.engine.state import BoundSeed, DealState, Phase
from tests.support.deals import NOW

SECRET = "5e" * 32
ONE_STEP, TWO_STEPS, *_later = FORMATS
SEEDS = [f"{seat}-of-my-own" for seat in range(4)]


def history(*, bound: int = 4, opened: int = 0) -> list[ev.Event]:
    """Return the beginning of a deal in which so many seats are bound and so many have opened their seeds."""
    events: list[ev.Event] = list(
        commit_deal(VINAGAMES, players=["player:1"] * 4, commitment=commit(SECRET), starter=None)
    )
    for seat in range(bound):
        events.append(ev.SeedCommitted(seat, commit_seed(SEEDS[seat]), False))
    events += [ev.SeedGiven(seat, SEEDS[seat]) for seat in range(opened)]
    return events


def state(*, bound: int = 4, opened: int = 0) -> DealState:
    return fold(history(bound=bound, opened=opened))


def refusal(ask) -> str:
    with pytest.raises(IllegalMove) as refused:
        ask()
    return refused.value.code


def test_when_the_last_seat_is_bound_the_seeds_are_opened():
    waiting = state(bound=3)
    assert waiting.phase is Phase.SEEDS
    (event,) = bind_seed(waiting, seat=3, commitment=commit_seed(SEEDS[3]), kept=True)
    after = evolve(waiting, event)
    assert after.phase is Phase.REVEAL
    assert after.setup.bound[3] == BoundSeed(commit_seed(SEEDS[3]), True)
    assert after.setup.missing == (0, 1, 2, 3)


def test_no_seed_is_opened_before_every_seat_is_bound():
    assert refusal(lambda: give_seed(state(bound=3), seat=0, seed=SEEDS[0])) == "seed.too-early"


def test_a_seat_cannot_be_bound_to_another_seed():
    other = commit_seed("another")
    for bound in (1, 4):
        asked = state(bound=bound)
        assert (
            refusal(lambda: bind_seed(asked, seat=0, commitment=other, kept=False))  # noqa: B023
            == "seed.bound"
        )
    with pytest.raises(IllegalMove):
        bind_seed(state(bound=1), seat=4, commitment=other, kept=False)


def test_only_the_seed_that_a_seat_is_bound_to_is_opened_and_once():
    revealing = state(opened=1)
    assert refusal(lambda: give_seed(revealing, seat=1, seed="another")) == "seed.mismatch"
    assert refusal(lambda: give_seed(revealing, seat=0, seed=SEEDS[0])) == "seed.given"
    assert refusal(lambda: give_seed(revealing, seat=1, seed="not one!")) == "seed.malformed"


@pytest.mark.parametrize("commitment", ["", "ab", "A" * 64, "g" * 64, "0" * 63, "0" * 65])
def test_a_commitment_has_64_hexadecimal_digits(commitment):
    asked = state(bound=0)
    assert (
        refusal(lambda: bind_seed(asked, seat=0, commitment=commitment, kept=False))
        == "seed.commitment"
    )


def test_a_deal_whose_seeds_were_given_outright_binds_nobody():
    old = evolve(state(bound=0), ev.SeedGiven(2, "given"))
    assert (
        refusal(lambda: bind_seed(old, seat=0, commitment="0" * 64, kept=False)) == "seed.not-bound"
    )


def test_no_card_is_dealt_before_all_seeds_are_open_or_with_one_that_was_changed():
    dice, deck = shuffle(SECRET, SEEDS)
    for asked in (state(bound=2), state(opened=3)):
        assert refusal(lambda: start(asked, deck=deck, starter=0, dice=dice)) == "seed.missing"  # noqa: B023
    changed = fold([*history(opened=3), ev.SeedGiven(3, "changed-in-the-database")])
    assert refusal(lambda: start(changed, deck=deck, starter=0, dice=dice)) == "seed.mismatch"
    assert start(state(opened=4), deck=deck, starter=0, dice=dice)


def test_a_seed_is_withheld_only_among_the_seeds_and_by_who_has_not_opened_it():
    assert withhold(state(opened=3), seat=3) == (ev.SeedWithheld(3),)
    assert refusal(lambda: withhold(state(opened=3), seat=0)) == "seed.given"
    assert refusal(lambda: withhold(state(bound=3), seat=3)) == "seed.too-early"
    assert cancel(state(opened=3), reason="withheld") == (ev.DealCancelled("withheld"),)


# --- records --------------------------------------------------------------------------------------


def record_of(events) -> DealRecord:
    return DealRecord(
        "deal-1", tuple((NOW + timedelta(seconds=n), e) for n, e in enumerate(events))
    )


def test_a_record_in_two_steps_has_the_second_format_and_is_verified():
    played = play_deal(VINAGAMES, ["greedy"] * 4, secret=SECRET, seeds=[*SEEDS[:3], None])
    record = record_of(played.events)
    plain = to_record(record)
    assert plain["format"] == TWO_STEPS
    assert from_record(plain) == record
    assert verify(record) is None


def test_a_record_in_one_step_keeps_its_format_and_is_verified_as_before():
    played = play_deal(VINAGAMES, ["greedy"] * 4, secret=SECRET, seeds=SEEDS)
    old = record_of([e for e in played.events if not isinstance(e, ev.SeedCommitted)])
    assert to_record(old)["format"] == ONE_STEP
    assert from_record(to_record(old)) == old
    # Verdicts and results do not speak of versions, so the deal without the first step is the old one.
    assert verify(old) is None


def test_a_record_cannot_pass_for_the_other_format():
    played = play_deal(VINAGAMES, ["greedy"] * 4, secret=SECRET, seeds=SEEDS)
    with pytest.raises(ValueError, match="format: its events are those of 'tusac-deal/2'"):
        from_record({**to_record(record_of(played.events)), "format": ONE_STEP})


def forged(change) -> str | None:
    played = play_deal(VINAGAMES, ["greedy"] * 4, secret=SECRET, seeds=[*SEEDS[:3], None])
    return verify(record_of([change(event) for event in played.events]))


def test_a_seed_that_its_seat_was_not_bound_to_is_found():
    def change(event):
        return replace(event, seed="another") if event == ev.SeedGiven(1, SEEDS[1]) else event

    assert "This is not the seed that you committed to" in str(forged(change))


def test_a_seed_that_the_server_kept_and_chose_is_found():
    chosen = "0" * 32

    def change(event):
        if isinstance(event, ev.SeedCommitted) and event.kept:
            return replace(event, commitment=commit_seed(chosen))
        if event == ev.SeedGiven(3, kept_seed(SECRET, 3)):
            return replace(event, seed=chosen)
        return event

    assert "the server kept for seat 3 is not made of its secret" in str(forged(change))


def test_a_deal_called_off_among_the_seeds_publishes_its_secret():
    called_off = [*history(opened=3), ev.SeedWithheld(3), ev.DealCancelled("withheld")]
    assert "its secret is not published" in str(verify(record_of(called_off)))
    whole = record_of([*called_off, ev.SecretPublished(SECRET)])
    assert verify(whole) is None
    assert from_record(to_record(whole)) == whole
