"""Reading finished deals: their events, records and long lists."""
