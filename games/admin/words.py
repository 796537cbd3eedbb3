"""Lists texts of Django that the club translates itself, because Django's translation is missing or unsuitable.

The club's catalogues come before Django's. `tests/site/test_english_left.py` opens the pages in each language.
"""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop, ngettext_lazy

OF_LISTS: Final = (
    gettext_noop(" By %(filter_title)s "),
    gettext_noop("%(app)s administration"),
    gettext_noop("0 of %(cnt)s selected"),
    gettext_noop("Action:"),
    gettext_noop("Add link"),
    gettext_noop("Breadcrumbs"),
    gettext_noop("Change or view list link"),
    gettext_noop("Filter navigation items"),
    gettext_noop("Go"),
    gettext_noop("Hide counts"),
    gettext_noop("Model name"),
    gettext_noop("My actions"),
    gettext_noop("Recent actions"),
    gettext_noop("Remove from sorting"),
    gettext_noop("Run the selected action"),
    gettext_noop("Select all objects on this page for an action"),
    gettext_noop("Select %s to change"),
    gettext_noop("Select this object for an action - {}"),
    gettext_noop("Show counts"),
    gettext_noop("Sidebar"),
    gettext_noop("Skip to main content"),
    gettext_noop("Toggle navigation"),
    gettext_noop("Toggle sorting"),
    gettext_noop("Toggle theme (current theme: auto)"),
    gettext_noop("Toggle theme (current theme: dark)"),
    gettext_noop("Toggle theme (current theme: light)"),
)
"""What Django's lists and the frame around each page say, mostly to screen readers."""
OF_HISTORY: Final = (
    gettext_noop("Added:"),
    gettext_noop("Changed:"),
    gettext_noop("Deleted:"),
    ngettext_lazy("entry", "entries"),
)
"""What was done there lately, and how many lines the history of an account has."""
OF_LISTED: Final = (
    gettext_noop("Change %s"),
    gettext_noop("History"),
    gettext_noop("Models in the %(name)s application"),
    gettext_noop("None available"),
    gettext_noop(
        "This object doesn’t have a change history. It probably wasn’t added via this admin site."
    ),
)
"""What the pages of one account and of one application say."""
OF_FORMS: Final = (
    gettext_noop(
        "Designates whether this user should be treated as active. Unselect this instead of deleting accounts."
    ),
    gettext_noop("Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only."),
    gettext_noop("Conflicting form data submitted. Please try again."),
    gettext_noop("Disable password-based authentication"),
    gettext_noop("Disabled"),
    gettext_noop("Enable password-based authentication"),
    gettext_noop("Enable password-based authentication for this user by setting a password."),
    gettext_noop("Enabled"),
    gettext_noop("Error:"),
    gettext_noop("Password-based authentication was disabled."),
    gettext_noop("Raw passwords are not stored, so there is no way to see the user’s password."),
    gettext_noop("Reset password"),
    gettext_noop("Set password"),
    gettext_noop("Set password: %s"),
    gettext_noop("active"),
    gettext_noop("last login"),
    gettext_noop("memory cost"),
    gettext_noop("parallelism"),
    gettext_noop("salt"),
    gettext_noop("time cost"),
    gettext_noop("username"),
    gettext_noop("variety"),
    gettext_noop(
        "This action will <strong>enable</strong> password-based authentication for this user."
    ),
    ngettext_lazy("Please correct the error below.", "Please correct the errors below."),
    ngettext_lazy(
        "This password is too short. It must contain at least %d character.",
        "This password is too short. It must contain at least %d characters.",
    ),
)
"""What the forms for accounts and passwords say; the last is said wherever a password is chosen."""
OF_PASSWORDS: Final = (
    gettext_noop("Enter the same password as before, for verification."),
    gettext_noop("New password"),
    gettext_noop("New password confirmation"),
    gettext_noop("Old password"),
    gettext_noop("The two password fields didn’t match."),
    gettext_noop("This password is entirely numeric."),
    gettext_noop("This password is too common."),
    gettext_noop("Your old password was entered incorrectly. Please enter it again."),
    gettext_noop("Your password can’t be a commonly used password."),
    gettext_noop("Your password can’t be entirely numeric."),
    gettext_noop("Your password can’t be too similar to your other personal information."),
    ngettext_lazy(
        "Your password must contain at least %(min_length)d character.",
        "Your password must contain at least %(min_length)d characters.",
    ),
)
"""What a member reads who chooses a password."""
OF_FIELDS: Final = (
    gettext_noop("Enter a complete value."),
    gettext_noop("Null characters are not allowed."),
    gettext_noop(
        "%(datetime)s couldn’t be interpreted in time zone %(current_timezone)s; it may be ambiguous or"
        " it may not exist."
    ),
)
"""What is said of a field that is wrong, on the club's own pages too."""
