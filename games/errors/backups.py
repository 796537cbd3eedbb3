"""Refusals about backups of the club."""

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
