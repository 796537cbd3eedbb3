"""Defines the rows of the ledger. The database only lets them be added, never changed or deleted.

`commands.post` is their only writer. Subtotals are in a table of their own and can be recomputed at any time.
"""

from uuid import uuid4

from django.db import models
from django.utils.translation import gettext_lazy as _


class Account(models.Model):
    """An account of the ledger: a member's, the house's, or the pot of a tournament."""

    code = models.CharField(_("code"), max_length=100)
    kind = models.CharField(
        _("kind"), max_length=40, help_text=_("The part of the code before the first colon.")
    )

    class Meta:
        """Requires unique codes."""

        verbose_name = _("account")
        verbose_name_plural = _("accounts")
        # A constraint and not unique=True, which on PostgreSQL makes a second index for LIKE.
        constraints = (models.UniqueConstraint(fields=("code",), name="ledger_one_account_a_code"),)

    def __str__(self) -> str:
        """Return the code."""
        return self.code


class Transfer(models.Model):
    """Chips moved between accounts at one time for one reason, exactly once.

    The row is written after its postings and completes them: no posting can be added later.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    key = models.CharField(_("key"), max_length=200, help_text=_("The purpose; posted only once."))
    memo = models.CharField(_("memo"), max_length=200)
    recorded_at = models.DateTimeField(_("recorded at"))
    metadata = models.TextField(_("metadata"), default="{}", help_text=_("JSON."))
    entries = models.PositiveSmallIntegerField(_("number of postings"))
    # Null in transfers from before they named their event; the event `ledger.carried-over` seals those.
    stream = models.CharField(  # noqa: DJ001
        _("stream"),
        max_length=100,
        null=True,
        help_text=_("Of the event that called for it; its time and author are the event's."),
    )
    version = models.PositiveIntegerField(_("version"), null=True)
    counters = models.OneToOneField(
        "self",
        verbose_name=_("counters"),
        on_delete=models.PROTECT,
        related_name="countered_by",
        null=True,
        blank=True,
        help_text=_("The earlier transfer that this one takes back."),
    )

    class Meta:
        """Requires unique keys."""

        verbose_name = _("transfer")
        verbose_name_plural = _("transfers")
        constraints = (
            models.UniqueConstraint(fields=("key",), name="ledger_one_transfer_a_key"),
            models.CheckConstraint(condition=models.Q(entries__gte=2), name="ledger_two_entries"),
        )

    def __str__(self) -> str:
        """Return the key."""
        return self.key


class Posting(models.Model):
    """The part of a transfer that changes one account."""

    transfer = models.ForeignKey(
        Transfer,
        verbose_name=_("transfer"),
        on_delete=models.PROTECT,
        related_name="postings",
        db_index=False,  # the unique constraint begins with it
    )
    account = models.ForeignKey(
        Account,
        verbose_name=_("account"),
        on_delete=models.PROTECT,
        related_name="postings",
        db_index=False,  # the index of the statement begins with it
    )
    amount = models.BigIntegerField(
        _("amount"), help_text=_("Whole chips; positive where the account receives.")
    )

    class Meta:
        """Requires one posting per account in a transfer, with an amount other than 0."""

        verbose_name = _("posting")
        verbose_name_plural = _("postings")
        indexes = (models.Index(fields=("account", "id"), name="ledger_statement"),)
        constraints = (
            models.UniqueConstraint(
                fields=("transfer", "account"), name="ledger_one_posting_an_account"
            ),
            models.CheckConstraint(condition=~models.Q(amount=0), name="ledger_amount_not_zero"),
        )

    def __str__(self) -> str:
        """Return the amount, with its sign."""
        return f"{self.amount:+d}"


class Subtotal(models.Model):
    """An account's balance after one of its postings, computed by `subtotals`."""

    account = models.ForeignKey(
        Account,
        on_delete=models.PROTECT,
        related_name="+",
        db_index=False,  # the unique constraint begins with it
    )
    posting = models.BigIntegerField()
    """The number of the last posting that is in it."""
    held = models.BigIntegerField()
    """Whole chips."""

    class Meta:
        """Requires one subtotal per posting."""

        constraints = (
            models.UniqueConstraint(
                fields=("account", "posting"), name="ledger_one_subtotal_a_posting"
            ),
        )

    def __str__(self) -> str:
        """Return the account, the posting and the sum."""
        return f"{self.account_id} held {self.held:+d} after {self.posting}"


class SubtotalsReached(models.Model):
    """A single row: the number of the last posting up to which subtotals are made."""

    done = models.BigIntegerField(default=0)
    """Every posting up to this number is in the subtotals that are due."""
    safe = models.BigIntegerField(default=0)
    """No posting up to this number can appear any more."""
    seen = models.BigIntegerField(default=0)
    """Every posting up to this number was numbered before the transaction `txid` began."""
    txid = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        """Return the number of the last posting that was looked at."""
        return f"up to posting {self.done}"
