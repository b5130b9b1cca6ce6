from django.db import migrations


class Migration(migrations.Migration):
    """An adjustment of no points is a warning."""

    dependencies = [("scoring", "0003_the_desk")]

    operations = [migrations.RemoveConstraint(model_name="adjustment", name="adjustment_not_zero")]
