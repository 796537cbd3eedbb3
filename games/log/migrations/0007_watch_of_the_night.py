"""How far a night has come and who is at it, when it ended, and what each of its checks has found."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """New columns with what the nights of before are: without differences by check, and of one turn."""

    dependencies = [("log", "0006_counts_of_a_night")]

    operations = [
        migrations.AddField(
            model_name="verification",
            name="differences",
            field=models.JSONField(default=dict, verbose_name="how many each check has found"),
        ),
        migrations.AddField(
            model_name="verification",
            name="finished_at",
            field=models.DateTimeField(null=True, verbose_name="at its end"),
        ),
        migrations.AddField(
            model_name="verification",
            name="turns",
            field=models.PositiveIntegerField(default=1, verbose_name="turns"),
        ),
        migrations.CreateModel(
            name="NightWatch",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("turn", models.BigIntegerField(default=0, verbose_name="number of the turn")),
                ("machine", models.CharField(blank=True, max_length=32, verbose_name="machine")),
                ("until", models.DateTimeField(null=True, verbose_name="taken until")),
                ("said", models.TextField(blank=True, verbose_name="what is done, signed")),
            ],
            options={"verbose_name": "night watch", "verbose_name_plural": "night watches"},
        ),
    ]
