"""The club itself: alarms, clock and house rules, folded from the stream `club`. Pure."""
