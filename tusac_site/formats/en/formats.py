"""English times by 24 hours, as the other languages have them: Django's "a.m." gives a sentence a second full stop.

Short dates have the month in letters, for 11/12/2026 is another day on each side of the Atlantic, and are never broken.
"""

from typing import Final

TIME_FORMAT: Final = "H:i"
DATE_FORMAT: Final = "j F Y"
DATETIME_FORMAT: Final = "j F Y, H:i"
SHORT_DATE_FORMAT: Final = "j\xa0M\xa0Y"
SHORT_DATETIME_FORMAT: Final = "j\xa0M\xa0Y H:i"
