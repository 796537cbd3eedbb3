"""An owner's pages of webhooks: a secret shown once, what became of each message, and what is refused in words."""

import re
from html import unescape

import pytest
from django.test import Client

from games.models import Player
from notices import commands
from notices.models import Delivery, Webhook
from notices.presenters.webhooks import delivery_lines
from notices.webhooks.messages import shown_secret
from tests.support.deals import NOW
from tests.support.play_pages import browser, member
from tests.support.receiver import Receiver, with_status
from tests.support.refused import refused, refused_page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]
HOME = "/club/webhooks/"


def run() -> None:
    commands.deliver_due(lambda: NOW)


def words(answer: object) -> str:
    text = re.sub(r"<[^>]*>", " ", answer.content.decode())  # type: ignore[attr-defined]
    return " ".join(unescape(text).split())


def act(who: Client, hook: Webhook, **said: object) -> str:
    answer = who.post(f"{HOME}{hook.pk}/", said, follow=True)
    assert answer.status_code == 200
    return words(answer)


def test_an_owner_adds_an_address_and_reads_its_secret_once(
    owner: Player, receiver: Receiver
) -> None:
    who = browser(owner)
    assert "No program receives the club's news yet." in words(who.get(HOME))
    answer = who.post(HOME, {"url": f"http://127.0.0.1:{receiver.port}/news", "own_network": "on"})
    hook = Webhook.objects.get()
    assert shown_secret(hook) in words(answer)
    assert shown_secret(hook) not in words(who.get(f"{HOME}{hook.pk}/"))
    assert shown_secret(hook) not in words(who.get(HOME))
    run()
    assert "Test webhook.test delivered The answer was 204." in words(who.get(f"{HOME}{hook.pk}/"))
    assert "All is well." in words(who.get(HOME))


def test_a_failure_is_told_with_the_next_attempt_and_the_message_can_be_sent_again(
    owner: Player, hook: Webhook, receiver: Receiver
) -> None:
    who = browser(owner)
    receiver.answer = with_status("302 Found", "Location: https://example.org/")
    assert "A test is on its way." in act(who, hook, act="test")
    run()
    page = words(who.get(f"{HOME}{hook.pk}/"))
    assert (
        "The program has moved to another address. Add that one instead. The answer was 302. Next attempt:"
        in page
    )
    assert "The last message did not arrive." in words(who.get(HOME))
    Delivery.objects.update(state=Delivery.State.FAILED)
    receiver.answer = with_status("200 OK")
    assert "The message is being sent again." in act(who, hook, again=Delivery.objects.get().pk)
    run()
    assert "delivered The answer was 200." in words(who.get(f"{HOME}{hook.pk}/"))


def test_each_state_and_each_fault_has_its_words(hook: Webhook) -> None:
    for fault in Delivery.Fault:
        Delivery.objects.create(
            hook=hook, name=Delivery.TEST, at=NOW, asked_at=NOW, due=NOW, fault=fault
        )
    for state in Delivery.State:
        Delivery.objects.create(
            hook=hook, name=Delivery.TEST, at=NOW, asked_at=NOW, due=NOW, state=state
        )
    lines = delivery_lines(hook)
    assert len({line.details for line in lines}) == len(Delivery.Fault) + 2
    assert {line.state for line in lines} == {"waiting", "delivered", "given up", "not sent"}


def test_what_only_a_newer_version_knows_is_listed_by_its_name(
    owner: Player, hook: Webhook
) -> None:
    Delivery.objects.create(
        hook=hook, name="tournament.postponed", at=NOW, asked_at=NOW, due=NOW, state="withheld"
    )
    page = words(browser(owner).get(f"{HOME}{hook.pk}/"))
    assert "tournament.postponed not sent" in page
    assert "Only members" not in page


def test_an_owner_pauses_resumes_renews_and_removes(owner: Player, hook: Webhook) -> None:
    who = browser(owner)
    assert "Sending is paused." in act(who, hook, act="pause")
    assert "paused" in words(who.get(HOME))
    assert "Sending is paused." not in act(who, hook, act="resume")
    before = shown_secret(hook)
    page = act(who, hook, act="secret")
    hook.refresh_from_db()
    assert before not in page and shown_secret(hook) in page
    assert "The address has been removed." in act(who, hook, act="remove")
    assert not Webhook.objects.exists()
    refused_page(who, "webhook.unknown", "get", f"{HOME}{hook.pk}/")
    refused_page(who, "webhook.unknown", "post", f"{HOME}{hook.pk}/", data={"act": "test"})


@pytest.mark.parametrize(
    ("url", "ticked", "code"),
    [
        ("example.org/news", "", "webhook.address"),
        ("https://me:secret@example.org/", "", "webhook.address"),
        ("http://example.org/", "", "webhook.plain"),
        ("https://127.0.0.1/", "", "webhook.private"),
        ("https://[::ffff:192.168.1.1]/", "", "webhook.private"),
        ("https://3232235777/", "", "webhook.private"),
        ("http://169.254.169.254/latest/", "on", "webhook.never"),
    ],
)
def test_an_address_that_nothing_may_be_sent_to_is_refused(
    owner: Player, url: str, ticked: str, code: str
) -> None:
    said = {"url": url, **({"own_network": ticked} if ticked else {})}
    refused_page(browser(owner), code, "post", HOME, data=said)


def test_a_club_has_ten_addresses_at_most(owner: Player) -> None:
    for number in range(10):
        url = f"https://example.org/{number}"
        commands.add_webhook(by=owner, url=url, own_network=False, now=NOW)
    said = {"url": "https://example.org/10"}
    refused_page(browser(owner), "webhook.full", "post", HOME, data=said)


@pytest.mark.parametrize("said", [{}, {"act": "dance"}, {"again": "x"}, {"again": "0"}])
def test_what_no_button_says_does_nothing(owner: Player, hook: Webhook, said: object) -> None:
    answer = browser(owner).post(f"{HOME}{hook.pk}/", said)
    assert answer.status_code == 303
    assert not Delivery.objects.exists()


def test_a_message_that_is_no_longer_kept_is_not_sent_again(owner: Player, hook: Webhook) -> None:
    other = commands.add_webhook(by=owner, url="https://9.9.9.9/", own_network=False, now=NOW)
    again = {"again": str(other.deliveries.get().pk)}
    refused_page(browser(owner), "webhook.message-unknown", "post", f"{HOME}{hook.pk}/", data=again)


@pytest.mark.parametrize("duty", [{}, {"is_director": True}, {"is_referee": True}])
def test_nobody_but_an_owner_has_to_do_with_them(hook: Webhook, duty: dict[str, bool]) -> None:
    by = member("lan", **duty)
    with refused("club.owner"):
        commands.add_webhook(by=by, url="https://9.9.9.9/", own_network=False, now=NOW)
    with refused("club.owner"):
        commands.pause_webhook(by=by, webhook_id=hook.pk, paused=True, now=NOW)
    with refused("club.owner"):
        commands.renew_secret(by=by, webhook_id=hook.pk)
    with refused("club.owner"):
        commands.send_test(by=by, webhook_id=hook.pk, now=NOW)
    with refused("club.owner"):
        commands.remove_webhook(by=by, webhook_id=hook.pk)
    with refused("club.owner"):
        commands.send_again(by=by, webhook_id=hook.pk, delivery_id=1, now=NOW)
    refused_page(browser(by), "club.owner", "get", HOME)
    refused_page(browser(by), "club.owner", "get", f"{HOME}{hook.pk}/")


def test_a_webhook_that_is_removed_while_it_is_sent_to_troubles_nobody(
    owner: Player, hook: Webhook, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands.send_test(by=owner, webhook_id=hook.pk, now=NOW)

    def removing(*_args: object, **_options: object) -> int:
        commands.remove_webhook(by=owner, webhook_id=hook.pk)
        return 204

    monkeypatch.setattr("notices.commands.delivering.post", removing)
    run()
    assert not Delivery.objects.exists()
