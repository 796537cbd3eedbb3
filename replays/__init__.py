"""The app for looking back at finished deals: replays, reviews, disputes and rulings."""
