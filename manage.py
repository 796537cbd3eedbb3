#!/usr/bin/env python
"""Django's command line: `python manage.py help` lists every command of the club."""

import os
import sys


def main() -> None:
    """Run one management command with the settings of tusac_site."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tusac_site.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line
    from django.db import OperationalError

    try:
        execute_from_command_line(sys.argv)
    except (ImproperlyConfigured, OperationalError) as error:
        if "--traceback" in sys.argv:
            raise
        told = "" if isinstance(error, ImproperlyConfigured) else "The database does not do that: "
        sys.exit(f"{told}{str(error).strip()}")


if __name__ == "__main__":
    main()
