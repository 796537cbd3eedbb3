"""The table page in words and view models: seats, moves, menus, and past events."""
