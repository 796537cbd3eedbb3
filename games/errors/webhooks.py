"""Refusals about webhooks, the addresses that the club sends its news to."""

from games.engine.errors import Refusal

WEBHOOKS: dict[str, Refusal] = {
    "webhook.address": Refusal(
        "The club can't send anything to this address. Write it in full, such as "
        "https://example.org/news, without a name or password in it.",
        field="url",
    ),
    "webhook.plain": Refusal(
        "Use an address that begins with https://. If the program is in your own network, "
        "http:// is enough: then tick the box.",
        field="url",
    ),
    "webhook.private": Refusal(
        "This address is in a private network or on the club's own computer. Tick the box if the "
        "program is there.",
        field="url",
    ),
    "webhook.never": Refusal(
        "Nothing can be sent to this address. Use the address of the computer that the program runs on.",
        field="url",
    ),
    "webhook.full": Refusal(
        "The club already sends its news to 10 addresses. Remove one of them first.", 409
    ),
    "webhook.unknown": Refusal(
        "This address has been removed. Choose another one from the list.", 404
    ),
    "webhook.message-unknown": Refusal(
        "This message is no longer kept. Reload the page to see the remaining ones.", 404
    ),
}
