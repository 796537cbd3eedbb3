"""The search index of finished deals: its terms, their bitmaps, and the follower that indexes deals."""
