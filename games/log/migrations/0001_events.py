from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Checkpoint",
            fields=[
                (
                    "follower",
                    models.CharField(
                        max_length=100, primary_key=True, serialize=False, verbose_name="follower"
                    ),
                ),
                ("txid", models.BigIntegerField(default=0, verbose_name="transaction")),
                ("position", models.BigIntegerField(default=0, verbose_name="position")),
            ],
            options={
                "verbose_name": "checkpoint",
                "verbose_name_plural": "checkpoints",
            },
        ),
        migrations.CreateModel(
            name="Event",
            fields=[
                (
                    "position",
                    models.BigAutoField(primary_key=True, serialize=False, verbose_name="position"),
                ),
                (
                    "txid",
                    models.BigIntegerField(
                        default=0,
                        help_text="On PostgreSQL, the order in which followers read. See docs/events.md.",
                        verbose_name="transaction",
                    ),
                ),
                ("stream", models.CharField(max_length=100, verbose_name="stream")),
                ("version", models.PositiveIntegerField(verbose_name="version")),
                ("name", models.CharField(max_length=100, verbose_name="name")),
                ("schema", models.PositiveSmallIntegerField(verbose_name="schema")),
                ("payload", models.TextField(verbose_name="payload")),
                ("metadata", models.TextField(verbose_name="metadata")),
                ("command_id", models.CharField(max_length=100, null=True, verbose_name="command")),
                ("recorded_at", models.CharField(max_length=27, verbose_name="recorded at")),
                ("previous", models.BinaryField(max_length=32, verbose_name="hash before")),
                ("hash", models.BinaryField(max_length=32, verbose_name="hash")),
            ],
            options={
                "verbose_name": "event",
                "verbose_name_plural": "events",
                "ordering": ("position",),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("stream", "version"), name="log_one_event_a_version"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("command_id__isnull", False)),
                        fields=("stream", "command_id"),
                        name="log_one_batch_a_command",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("version__gte", 1)), name="log_version_from_1"
                    ),
                ],
            },
        ),
    ]
