"""The club itself: its alarms, its clock and the rules of its house, folded from the stream `club`. Pure."""
