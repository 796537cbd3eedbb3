"""Defines the rows of the log: events, which are only added, and how far each follower has read.

The models only define the tables. Code writes and reads events through `games.log`.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _

NAME_LENGTH = 100
"""The most characters in the name of a stream, an event, a command or a follower."""


class Event(models.Model):
    """A stored event. The database refuses to change or delete it."""

    position = models.BigAutoField(_("position"), primary_key=True)
    txid = models.BigIntegerField(
        _("transaction"),
        default=0,
        help_text=_("On PostgreSQL, the order in which followers read. See docs/events.md."),
    )
    stream = models.CharField(_("stream"), max_length=NAME_LENGTH)
    version = models.PositiveIntegerField(_("version"))
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    schema = models.PositiveSmallIntegerField(_("schema"))
    # Text and not JSON: the chain hashes these very bytes, and a JSON column may rewrite them.
    payload = models.TextField(_("payload"))
    metadata = models.TextField(_("metadata"))
    command_id = models.CharField(_("command"), max_length=NAME_LENGTH, null=True)  # noqa: DJ001
    recorded_at = models.CharField(_("recorded at"), max_length=27)
    previous = models.BinaryField(_("hash before"), max_length=32)
    hash = models.BinaryField(_("hash"), max_length=32)

    class Meta:
        """Requires one event per version, and one batch per command."""

        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ("position",)
        constraints = (
            models.UniqueConstraint(fields=("stream", "version"), name="log_one_event_a_version"),
            models.UniqueConstraint(
                fields=("stream", "command_id"),
                condition=models.Q(command_id__isnull=False),
                name="log_one_batch_a_command",
            ),
            models.CheckConstraint(condition=models.Q(version__gte=1), name="log_version_from_1"),
        )

    def __str__(self) -> str:
        """Return stream, version and name."""
        return f"{self.stream} {self.version} {self.name}"


class ArchivedStream(models.Model):
    """A finished stream in one row. `games.log.archive` packs and reads it."""

    stream = models.CharField(_("stream"), max_length=NAME_LENGTH)
    version = models.PositiveIntegerField(_("version"))
    """The last event's, and so how many there are."""
    hash = models.BinaryField(_("hash"), max_length=32)
    """The last event's; by the chain it stands for all of them."""
    first_txid = models.BigIntegerField()
    first_position = models.BigIntegerField()
    txid = models.BigIntegerField()
    """With `position` the place of the last event."""
    position = models.BigIntegerField(primary_key=True)
    packed = models.BinaryField()

    class Meta:
        """Looked up by name, and by the positions of its first and last events in the log."""

        verbose_name = _("archived stream")
        verbose_name_plural = _("archived streams")
        db_table = "log_archive"
        ordering = ("position",)
        constraints = (
            # A constraint and not unique=True, which on PostgreSQL makes a second index for LIKE.
            models.UniqueConstraint(fields=("stream",), name="log_archived_once"),
        )
        indexes = (
            models.Index(fields=("first_txid", "first_position"), name="log_archive_begins"),
            models.Index(fields=("txid", "position"), name="log_archive_ends"),
        )

    def __str__(self) -> str:
        """Return stream and version."""
        return f"{self.stream} up to {self.version}"


class FollowerPosition(models.Model):
    """A follower's position in the log, saved in the same transaction as its work."""

    follower = models.CharField(_("follower"), max_length=NAME_LENGTH, primary_key=True)
    txid = models.BigIntegerField(_("transaction"), default=0)
    position = models.BigIntegerField(_("position"), default=0)

    class Meta:
        """Sets the model's names in the admin."""

        verbose_name = _("follower's position")
        verbose_name_plural = _("followers' positions")
        db_table = "log_checkpoint"

    def __str__(self) -> str:
        """Return follower and position."""
        return f"{self.follower} at {self.position}"


class Leaf(models.Model):
    """A leaf of the log's Merkle tree: a stream's last version when a checkpoint was signed. Rows are only added."""

    index = models.BigIntegerField(_("leaf"), primary_key=True)
    stream = models.CharField(_("stream"), max_length=NAME_LENGTH)
    version = models.PositiveIntegerField(_("version"))
    head = models.BinaryField(_("hash of that event"), max_length=32)
    # The leaf's hash and those of the larger subtrees that it completes: two for a leaf on average.
    nodes = models.BinaryField(_("hashes of the tree"))

    class Meta:
        """Indexed by stream, because receipts look up the leaf of a stream."""

        verbose_name = _("leaf")
        verbose_name_plural = _("leaves")
        ordering = ("index",)
        indexes = (models.Index(fields=("stream", "index"), name="log_leaf_of_stream"),)

    def __str__(self) -> str:
        """Return the index, the stream and the version."""
        return f"{self.index}: {self.stream} {self.version}"


class SignedCheckpoint(models.Model):
    """The signed note for the tree at one size. Rows are only added."""

    size = models.BigIntegerField(_("leaves"), primary_key=True)
    note = models.TextField(_("note"))

    class Meta:
        """Sets the model's names in the admin."""

        verbose_name = _("signed checkpoint")
        verbose_name_plural = _("signed checkpoints")
        ordering = ("size",)
        db_table = "log_signed_checkpoint"

    def __str__(self) -> str:
        """Return the number of leaves."""
        return str(self.size)


class Cosignature(models.Model):
    """A witness's signature of a checkpoint. Rows are only added."""

    checkpoint = models.ForeignKey(
        SignedCheckpoint, models.PROTECT, related_name="cosignatures", verbose_name=_("checkpoint")
    )
    line = models.CharField(_("line"), max_length=300)
    witness = models.CharField(_("witness"), max_length=NAME_LENGTH)

    class Meta:
        """Requires one cosignature per witness and checkpoint; the first is kept."""

        verbose_name = _("cosignature")
        verbose_name_plural = _("cosignatures")
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=("checkpoint", "witness"), name="log_one_cosignature"),
        )

    def __str__(self) -> str:
        """Return the signature's line."""
        return self.line


class Verification(models.Model):
    """The result of one night's verification of the log."""

    day = models.DateField(_("day"), primary_key=True)
    whole = models.BooleanField(_("all of it"))
    streams = models.PositiveIntegerField(_("streams"))
    leaves = models.BigIntegerField(_("leaves up to which it looked"))
    counts = models.JSONField(_("how many of each were folded again"), default=dict)
    """By kind ("deals", "tournaments", "transfers"). Nights before this was kept have none."""
    differences = models.JSONField(_("how many each check has found"), default=dict)
    """By the check's name, of those that have found any. Nights before this was kept have none."""
    finished_at = models.DateTimeField(_("at its end"), null=True)
    turns = models.PositiveIntegerField(_("turns"), default=1)
    """How many it took: more than one where it was cut off and went on."""
    found = models.PositiveIntegerField(_("found"))
    first = models.TextField(_("the first"), blank=True)

    class Meta:
        """Sets the model's names in the admin."""

        verbose_name = _("verification")
        verbose_name_plural = _("verifications")
        ordering = ("day",)

    def __str__(self) -> str:
        """Return the day and the number of differences."""
        return f"{self.day}: {self.found}"


class NightWatch(models.Model):
    """The progress of the nightly verification: one row, which only `games.checks.watch` reads and writes."""

    turn = models.BigIntegerField(_("number of the turn"), default=0)
    machine = models.CharField(_("machine"), max_length=32, blank=True)
    until = models.DateTimeField(_("taken until"), null=True)
    said = models.TextField(_("what is done, signed"), blank=True)

    class Meta:
        """Sets the model's names in the admin."""

        verbose_name = _("night watch")
        verbose_name_plural = _("night watches")

    def __str__(self) -> str:
        """Return the number of the current turn, and the time until which a process has it."""
        return f"{self.turn}: {self.until}"
