"""The tests mirror the code, room by room."""
