"""Refusals about what the club keeps and sends: its backups, and webhooks, the addresses that it sends its news to."""

from games.engine.errors import Refusal

BACKUPS: dict[str, Refusal] = {
    "backup.no-passphrase": Refusal(
        "Backups are locked with a passphrase, so that nobody else can read them. Make the passphrase first.",
        409,
    ),
    "backup.new-passphrase": Refusal(
        "Another passphrase was made in the meantime, and it was shown only once. If you didn't write it down, "
        "make a new one.",
        409,
    ),
    "backup.wrong-passphrase": Refusal(
        "These digits don't open the backups. Compare each group of four with the paper you "
        "wrote them on.",
        field="digits",
    ),
    "backup.no-room": Refusal(
        "The disk of the club's computer is full, so no backup was made. Free some space, "
        "then try again.",
        503,
    ),
    "backup.no-program": Refusal(
        "No backup was made, because a program is missing on the club's computer. Ask the person who looks after "
        "it to install postgresql-client (for pg_dump).",
        503,
    ),
    "backup.failed": Refusal(
        "The backup failed. Try again, or ask the person who looks after the club's computer.", 503
    ),
}

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
