import django.db.models.deletion
import uuid
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Account",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("code", models.CharField(max_length=100, verbose_name="code")),
                (
                    "kind",
                    models.CharField(
                        help_text="The part of the code before the first colon.",
                        max_length=40,
                        verbose_name="kind",
                    ),
                ),
            ],
            options={
                "verbose_name": "account",
                "verbose_name_plural": "accounts",
                "constraints": [
                    models.UniqueConstraint(fields=("code",), name="ledger_one_account_a_code")
                ],
            },
        ),
        migrations.CreateModel(
            name="Transfer",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "key",
                    models.CharField(
                        help_text="What it settles; posted once only.",
                        max_length=200,
                        verbose_name="key",
                    ),
                ),
                ("memo", models.CharField(max_length=200, verbose_name="memo")),
                ("recorded_at", models.DateTimeField(verbose_name="recorded at")),
                (
                    "metadata",
                    models.TextField(default="{}", help_text="JSON.", verbose_name="metadata"),
                ),
                ("entries", models.PositiveSmallIntegerField(verbose_name="number of postings")),
                (
                    "counters",
                    models.OneToOneField(
                        blank=True,
                        help_text="The earlier transfer that this one takes back.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="countered_by",
                        to="ledger.transfer",
                        verbose_name="counters",
                    ),
                ),
            ],
            options={
                "verbose_name": "transfer",
                "verbose_name_plural": "transfers",
            },
        ),
        migrations.CreateModel(
            name="Posting",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "amount",
                    models.BigIntegerField(
                        help_text="Whole chips; positive where the account receives.",
                        verbose_name="amount",
                    ),
                ),
                (
                    "account",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="postings",
                        to="ledger.account",
                        verbose_name="account",
                    ),
                ),
                (
                    "transfer",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="postings",
                        to="ledger.transfer",
                        verbose_name="transfer",
                    ),
                ),
            ],
            options={
                "verbose_name": "posting",
                "verbose_name_plural": "postings",
            },
        ),
        migrations.AddConstraint(
            model_name="transfer",
            constraint=models.UniqueConstraint(fields=("key",), name="ledger_one_transfer_a_key"),
        ),
        migrations.AddConstraint(
            model_name="transfer",
            constraint=models.CheckConstraint(
                condition=models.Q(("entries__gte", 2)), name="ledger_two_entries"
            ),
        ),
        migrations.AddIndex(
            model_name="posting",
            index=models.Index(fields=["account", "id"], name="ledger_statement"),
        ),
        migrations.AddConstraint(
            model_name="posting",
            constraint=models.UniqueConstraint(
                fields=("transfer", "account"), name="ledger_one_posting_an_account"
            ),
        ),
        migrations.AddConstraint(
            model_name="posting",
            constraint=models.CheckConstraint(
                condition=models.Q(("amount", 0), _negated=True), name="ledger_amount_not_zero"
            ),
        ),
    ]
