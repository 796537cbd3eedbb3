"""Deals that count no more, beside the drawn table where they were played, and how much was corrected."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Two columns: nothing has been corrected before."""

    dependencies = [("tournaments", "0009_timing")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="corrections",
            field=models.PositiveIntegerField(default=0, verbose_name="corrections"),
        ),
        migrations.AddField(
            model_name="roundtable",
            name="voided",
            field=models.JSONField(blank=True, default=list, verbose_name="voided deals"),
        ),
    ]
