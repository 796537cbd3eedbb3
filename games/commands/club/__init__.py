"""Commands of the club: alarms, house rules, backups and members' chips."""
