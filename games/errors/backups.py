"""Refusals about backups of the club."""

from games.engine.errors import Refusal

BACKUPS: dict[str, Refusal] = {
    "backup.no-passphrase": Refusal(
        "Make the passphrase first: the backup is locked with it, so that nobody else can read it.",
        409,
    ),
    "backup.new-passphrase": Refusal(
        "Another passphrase was made in the meantime. It is shown once only: if you did not write it down, make a new "
        "one.",
        409,
    ),
    "backup.wrong-passphrase": Refusal(
        "These digits do not open the backups. Compare each group of four with the paper.",
        field="digits",
    ),
    "backup.no-room": Refusal(
        "The disk of the club's machine is full, so no backup was made. Make room there, then press again.",
        503,
    ),
    "backup.no-program": Refusal(
        "The club's machine lacks the program pg_dump, which copies the database, so no backup was made. Ask the "
        "person who looks after the machine to install it (the package postgresql-client).",
        503,
    ),
    "backup.failed": Refusal("The backup could not be made.", 503),
}
