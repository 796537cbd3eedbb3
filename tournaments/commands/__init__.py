"""Every change to a tournament is one of these use cases, each one transaction."""

from tournaments.commands.counting import count
from tournaments.commands.entries import check_in, leave, remove, sit_in, sit_out, take_back
from tournaments.commands.lifecycle import (
    FILLERS,
    RULES,
    cancel,
    close,
    create,
    describe,
    enter,
    enter_members,
    start,
    withdraw,
)
