"""Words of the owner's pages about webhooks."""

from __future__ import annotations

from datetime import datetime
from typing import Final, NamedTuple

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, pgettext_lazy

from notices.models import Delivery, Webhook
from notices.webhooks import messages

_TYPE_WORDS: Final = {
    messages.ROUND_DRAWN: gettext_noop("A round was drawn"),
    messages.ROUND_ENDED: gettext_noop("A round ended"),
    messages.TOURNAMENT_CLOSED: gettext_noop("A tournament ended"),
    messages.DISPUTE_FILED: gettext_noop("A dispute was filed"),
    messages.DISPUTE_RULED: gettext_noop("A referee ruled on a dispute"),
    messages.TYPES[Delivery.TEST]: gettext_noop("Test"),
}
_STATE_WORDS: Final = {
    Delivery.State.WAITING: pgettext_lazy("a message", "waiting"),
    Delivery.State.SENT: pgettext_lazy("a message", "delivered"),
    Delivery.State.FAILED: pgettext_lazy("a message", "given up"),
    Delivery.State.WITHHELD: pgettext_lazy("a message", "not sent"),
}
_FAULT_WORDS: Final = {
    Delivery.Fault.PRIVATE: gettext_lazy(
        "The address is on a private network or on the club's own computer. To allow this, add "
        "the address again and tick the box."
    ),
    Delivery.Fault.UNKNOWN: gettext_lazy(
        "No computer has this name. Is the address spelled correctly?"
    ),
    Delivery.Fault.UNREACHABLE: gettext_lazy("There is no connection. Is the program running?"),
    Delivery.Fault.CERTIFICATE: gettext_lazy("The certificate is not valid for this address."),
    Delivery.Fault.SILENT: gettext_lazy("The program did not answer within ten seconds."),
    Delivery.Fault.STRANGE: gettext_lazy(
        "The program's answer makes no sense. Are the address and its port right?"
    ),
    Delivery.Fault.MOVED: gettext_lazy(
        "The program has moved to another address. Add that one instead."
    ),
    Delivery.Fault.REFUSED: gettext_lazy("The program did not accept the message."),
}


class HookLine(NamedTuple):
    """A webhook in the list."""

    id: int
    url: str
    words: str
    well: bool


class DeliveryLine(NamedTuple):
    """A message in the list of a webhook."""

    id: int
    at: datetime
    type: str
    """The name by which the other program knows it."""
    words: str
    state: str
    details: str
    waits: bool
    well: bool


def hook_lines() -> list[HookLine]:
    """Return the club's webhooks, the oldest first."""
    return [
        HookLine(hook.pk, hook.url, _condition(hook), not hook.failures and not hook.paused)
        for hook in Webhook.objects.order_by("pk")
    ]


def _condition(hook: Webhook) -> str:
    if hook.paused:
        return _("paused")
    return _("The last message did not arrive.") if hook.failures else _("All is well.")


def delivery_lines(hook: Webhook) -> list[DeliveryLine]:
    """Return the messages of a webhook, the newest first."""
    states = Delivery.State
    return [
        DeliveryLine(
            row.pk,
            row.at,
            messages.TYPES.get(row.name, row.name),
            _words(row.name),
            str(_STATE_WORDS[Delivery.State(row.state)]),
            _details(row, hook),
            row.state == states.WAITING,
            row.state in (states.SENT, states.WAITING),
        )
        for row in hook.deliveries.order_by("-pk")
    ]


def _words(name: str) -> str:
    """Return the words for an event; its plain name if this version does not know the event."""
    return _(_TYPE_WORDS[messages.TYPES[name]]) if name in messages.TYPES else name


def _details(row: Delivery, hook: Webhook) -> str:
    said = [str(_FAULT_WORDS[Delivery.Fault(row.fault)])] if row.fault else []
    if row.state == Delivery.State.WITHHELD and row.name in messages.TYPES:
        said.append(_("Only members may read about this."))
    if row.status is not None:
        said.append(_("The answer was %(number)d.") % {"number": row.status})
    if row.state == Delivery.State.WAITING and row.tries and not hook.paused:
        due = timezone.localtime(max(row.due, hook.wait_until))
        said.append(
            _("Next attempt: %(when)s.") % {"when": date_format(due, "SHORT_DATETIME_FORMAT")}
        )
    return " ".join(said)
