"""From an event to another program: signed, tried again after growing pauses, listed up to a limit, nothing hidden."""

import base64
import json
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from cryptography.hazmat.primitives import hashes, hmac
from django.utils import timezone

from games.log.followers import catch_up
from games.models import Deal, Player
from notices import commands
from notices.commands.delivering import PAUSES
from notices.models import Delivery, Webhook
from notices.webhooks import following, messages
from notices.webhooks.following import follower
from notices.webhooks.targets import Undelivered
from replays.commands import rulings
from tests.support.cardboard import Table
from tests.support.deals import NOW, penalty_seed
from tests.support.disputed import club_table, disputed, in_a_tournament
from tests.support.evening import Evening
from tests.support.kept import keep
from tests.support.receiver import Receiver, with_status
from tests.support.tournament_pages import player
from tournaments import commands as tournaments

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait", "clock")]


def note() -> list[Delivery]:
    """Return what the log gives to send, the oldest first."""
    while catch_up(follower(timezone.now)):
        pass
    return list(Delivery.objects.order_by("pk"))


def run() -> int:
    return commands.deliver_due(timezone.now)


def sent(receiver: Receiver) -> list[dict[str, Any]]:
    return [json.loads(body) for _path, _headers, body in receiver.messages]


def test_a_signature_is_that_of_the_published_example() -> None:
    secret = base64.b64decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    key, moment = "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330"
    signature = messages.signature_of(secret, key, moment, b'{"test": 2432232314}')
    assert signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_the_other_program_can_check_a_message_by_the_secret_that_was_shown(
    hook: Webhook, owner: Player, receiver: Receiver
) -> None:
    shown = messages.shown_secret(hook)
    commands.send_test(by=owner, webhook_id=hook.pk, now=NOW)
    assert run() == 1
    ((path, headers, body),) = receiver.messages
    assert (path, headers["Content-Type"]) == ("/news?from=club", "application/json")
    assert int(headers["webhook-timestamp"]) == int(NOW.timestamp())
    version, signature = headers["webhook-signature"].split(",")
    assert version == "v1"
    own = hmac.HMAC(base64.b64decode(shown.removeprefix("whsec_")), hashes.SHA256())
    own.update(f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body)
    own.verify(base64.b64decode(signature))
    assert json.loads(body) == {
        "type": "webhook.test",
        "timestamp": NOW.isoformat(),
        "data": {},
    }


def test_each_webhook_signs_with_a_secret_of_its_own_and_a_new_one_differs(
    hook: Webhook, owner: Player
) -> None:
    other = commands.add_webhook(by=owner, url="https://9.9.9.9/", own_network=False, now=NOW)
    secrets = {messages.secret_of(hook), messages.secret_of(other)}
    renewed = commands.renew_secret(by=owner, webhook_id=hook.pk)
    secrets.add(messages.secret_of(renewed))
    assert len(secrets) == 3
    assert messages.shown_secret(renewed) not in repr(list(Webhook.objects.values_list()))


def test_a_tournament_tells_of_its_rounds_and_of_its_end_once_each(
    hook: Webhook, receiver: Receiver, clock: time_machine.Traveller
) -> None:
    evening = Evening(4, rounds=1, deals_per_round=1)
    evening.play()
    evening.follow()
    clock.move_to(evening.now)
    tournaments.close(by=evening.director, tournament_id=evening.id, now=evening.now)
    note()
    assert run() == 3
    note()
    assert run() == 0
    about = {"tournament": evening.id, "name": "Friday evening"}
    page = f"/tournaments/{evening.id}/"
    told = [(one["type"], one["data"]) for one in sent(receiver)]
    assert [(name, {**data, "page": page}) for name, data in told] == [
        ("round.drawn", {**about, "round": 1, "page": page}),
        ("round.ended", {**about, "round": 1, "page": page}),
        ("tournament.closed", {**about, "page": page}),
    ]
    assert all(data["page"].endswith(page) for _name, data in told)
    assert len({headers["webhook-id"] for _path, headers, _body in receiver.messages}) == 3


def test_a_round_that_is_drawn_again_is_told_again_and_so_is_its_earlier_draw(
    hook: Webhook, receiver: Receiver
) -> None:
    evening = Evening(4)
    about: dict[str, Any] = {"by": evening.director, "tournament_id": evening.id, "now": NOW}
    tournaments.redraw(reason="A name.", **about)
    tournaments.take_redraw_back(reason="It was right.", **about)
    note()
    assert run() == 3
    told = [(one["type"], one["data"]["round"]) for one in sent(receiver)]
    assert told == [("round.drawn", 1)] * 3


def test_what_happened_before_a_webhook_was_added_is_not_sent(
    owner: Player, clock: time_machine.Traveller
) -> None:
    Evening(4, open_tables=False)
    now = NOW + timedelta(hours=1)
    commands.add_webhook(by=owner, url="https://9.9.9.9/", own_network=False, now=now)
    assert [one.name for one in note()] == [Delivery.TEST]


def ruled(deal: Deal) -> None:
    row = disputed(deal)
    rulings.give_ruling(
        by=player("trong", is_referee=True),
        dispute_id=row.pk,
        outcome="reversed",
        section="§10.3",
        reason="The count says so.",
        now=timezone.now(),
    )


def test_a_dispute_and_its_ruling_in_a_tournament_tell_where_to_read_and_nothing_else(
    hook: Webhook, receiver: Receiver
) -> None:
    deal = in_a_tournament(penalty_seed())
    ruled(deal)
    note()
    run()
    told = [one for one in sent(receiver) if one["type"].startswith("dispute.")]
    assert [one["type"] for one in told] == ["dispute.filed", "dispute.ruled"]
    for one in told:
        assert one["data"].keys() == {"deal", "page"}
        assert one["data"]["deal"] == deal.pk
        assert one["data"]["page"].endswith(f"/replays/{deal.pk}/?at=judged")
        assert "why" not in str(one) and "count" not in str(one)


def test_a_dispute_of_a_deal_that_strangers_may_not_read_is_not_sent_and_listed_as_such(
    hook: Webhook, receiver: Receiver
) -> None:
    ruled(club_table(penalty_seed()))
    note()
    assert run() == 0
    assert receiver.messages == []
    rows = Delivery.objects.values_list("name", "state")
    assert list(rows) == [
        ("deal.dispute-filed", Delivery.State.WITHHELD),
        ("deal.ruling-given", Delivery.State.WITHHELD),
    ]


def test_what_a_stranger_may_read_is_asked_at_each_attempt(
    hook: Webhook, owner: Player, receiver: Receiver, clock: time_machine.Traveller
) -> None:
    deal = in_a_tournament(penalty_seed())
    disputed(deal)
    receiver.answer = with_status("500 Internal Server Error")
    Delivery.objects.exclude(
        pk__in=[one.pk for one in note() if one.stream == deal.stream]
    ).delete()
    assert run() == 0
    assert len(receiver.messages) == 1
    keep(tournaments=1)
    receiver.answer = with_status("200 OK")
    clock.shift(PAUSES[0])
    assert run() == 0
    assert len(receiver.messages) == 1
    row = Delivery.objects.get()
    assert row.state == Delivery.State.WITHHELD
    keep()
    commands.send_again(by=owner, webhook_id=hook.pk, delivery_id=row.pk, now=timezone.now())
    assert run() == 1
    Deal.objects.filter(pk=deal.pk).update(sealed=True)
    commands.send_again(by=owner, webhook_id=hook.pk, delivery_id=row.pk, now=timezone.now())
    assert run() == 0
    assert len(receiver.messages) == 2


def test_a_dispute_at_a_table_with_real_cards_tells_the_deal_and_nothing_of_its_cards(
    hook: Webhook, receiver: Receiver
) -> None:
    table = Table(player("director", is_director=True), deals=1)
    table.enter(table.seats[1])
    for seat in (0, 2, 3):
        table.confirm(table.seats[seat])
    table.dispute(table.seats[2])
    table.rule(player("trong", is_referee=True), True, reason="The count says so.")
    note()
    run()
    told = [one for one in sent(receiver) if one["type"].startswith("dispute.")]
    assert [one["type"] for one in told] == ["dispute.filed", "dispute.ruled"]
    for one in told:
        page = one["data"].pop("page")
        assert f"/tournaments/{table.id}/log/" in page
        assert one["data"] == {
            "tournament": table.id,
            "name": one["data"]["name"],
            "round": 1,
            "table": 1,
            "deal": table.score().deal_id,
        }


def test_a_message_is_tried_after_growing_pauses_and_given_up_after_three_days(
    hook: Webhook, owner: Player, receiver: Receiver, clock: time_machine.Traveller
) -> None:
    receiver.answer = with_status("503 Service Unavailable")
    commands.send_test(by=owner, webhook_id=hook.pk, now=NOW)
    assert list(PAUSES) == sorted(set(PAUSES))
    for tries, pause in enumerate(PAUSES[:-1], 1):
        run()
        clock.shift(pause - timedelta(seconds=1))
        run()
        assert len(receiver.messages) == tries
        clock.shift(timedelta(seconds=1))
    run()
    row = Delivery.objects.get()
    assert (row.state, row.tries, row.status, row.fault) == ("waiting", len(PAUSES), 503, "refused")
    clock.move_to(NOW + timedelta(days=3))
    run()
    assert len(receiver.messages) == len(PAUSES)
    assert Delivery.objects.get().state == Delivery.State.FAILED
    assert len({headers["webhook-id"] for _path, headers, _body in receiver.messages}) == 1
    moments = [int(headers["webhook-timestamp"]) for _path, headers, _body in receiver.messages]
    assert moments == sorted(set(moments))


def test_an_address_that_fails_is_left_alone_with_all_that_waits_for_it_and_keeps_no_other_waiting(
    hook: Webhook, owner: Player, receiver: Receiver, clock: time_machine.Traveller
) -> None:
    receiver.answer = with_status("500 Internal Server Error")
    for _number in range(5):
        commands.send_test(by=owner, webhook_id=hook.pk, now=NOW)
    for expected, pause in enumerate(PAUSES[:3], 1):
        run()
        run()
        assert len(receiver.messages) == expected
        clock.shift(pause)
    receiver.answer = with_status("200 OK")
    assert run() == 5
    assert Webhook.objects.get().failures == 0


def test_two_messages_for_one_silent_address_are_never_tried_at_once(
    hook: Webhook, owner: Player, clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _number in range(2):
        commands.send_test(by=owner, webhook_id=hook.pk, now=NOW)
    tried = []

    def silent(*_args: object, **_options: object) -> int:
        tried.append(hook.pk)
        assert len(tried) == 1
        clock.shift(timedelta(seconds=14))
        commands.send_test(by=owner, webhook_id=hook.pk, now=timezone.now())
        commands.pause_webhook(by=owner, webhook_id=hook.pk, paused=False, now=timezone.now())
        run()  # another worker, meanwhile
        raise Undelivered(Delivery.Fault.SILENT)

    monkeypatch.setattr("notices.commands.delivering.post", silent)
    run()
    assert len(tried) == 1


def test_an_address_is_free_again_after_an_attempt_also_one_that_sends_nothing(
    hook: Webhook, owner: Player, receiver: Receiver
) -> None:
    ruled(club_table(penalty_seed()))
    note()
    for _number in range(2):
        commands.send_test(by=owner, webhook_id=hook.pk, now=NOW)
    assert run() == 2


def test_what_only_a_newer_version_knows_is_not_sent(hook: Webhook, receiver: Receiver) -> None:
    Evening(4, open_tables=False)
    note()
    Delivery.objects.update(name="tournament.postponed")
    assert run() == 0
    assert receiver.messages == []
    assert Delivery.objects.get().state == Delivery.State.WITHHELD


def test_a_run_that_has_taken_long_begins_no_further_attempt(
    hook: Webhook, owner: Player, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _number in range(3):
        commands.send_test(by=owner, webhook_id=hook.pk, now=NOW)
    seconds = iter([0.0, 1.0, 11.0])
    monkeypatch.setattr("notices.commands.delivering.monotonic", lambda: next(seconds))
    assert run() == 1


def test_a_worker_that_dies_over_an_attempt_loses_nothing(
    hook: Webhook,
    owner: Player,
    receiver: Receiver,
    clock: time_machine.Traveller,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    commands.send_test(by=owner, webhook_id=hook.pk, now=NOW)

    def killed(*_args: object, **_options: object) -> int:
        raise KeyboardInterrupt

    with monkeypatch.context() as dying:
        dying.setattr("notices.commands.delivering.post", killed)
        with pytest.raises(KeyboardInterrupt):
            run()
    assert run() == 0
    clock.shift(PAUSES[0])
    assert run() == 1


def test_while_a_webhook_is_paused_nothing_is_sent_and_afterwards_all_of_it(
    hook: Webhook, owner: Player, receiver: Receiver
) -> None:
    commands.pause_webhook(by=owner, webhook_id=hook.pk, paused=True, now=NOW)
    Evening(4, open_tables=False)
    note()
    assert run() == 0
    assert receiver.messages == []
    commands.pause_webhook(by=owner, webhook_id=hook.pk, paused=False, now=NOW)
    assert run() == 1
    assert [one["type"] for one in sent(receiver)] == ["round.drawn"]


def test_the_newest_messages_alone_are_kept(
    hook: Webhook, owner: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(following, "KEPT", 3)
    other = commands.add_webhook(by=owner, url="https://9.9.9.9/", own_network=False, now=NOW)
    for _number in range(3):
        commands.send_test(by=owner, webhook_id=hook.pk, now=NOW)
    tests = [one.pk for one in hook.deliveries.order_by("pk")]
    Evening(4, open_tables=False)
    note()
    kept = list(hook.deliveries.order_by("pk"))
    assert [one.pk for one in kept[:2]] == tests[1:]
    assert [one.name for one in kept] == ["test", "test", "tournament.round-drawn"]
    assert other.deliveries.count() == 2


def test_an_event_that_is_read_again_is_sent_once(hook: Webhook) -> None:
    Evening(4, open_tables=False)
    note()
    from games.log.models import FollowerPosition

    FollowerPosition.objects.filter(follower=following.NAME).update(txid=0, position=0)
    assert len(note()) == 1
