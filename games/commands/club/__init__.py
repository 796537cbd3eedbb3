"""Commands of the club: its alarms, the rules of the house, and its members' chips."""
