"""The search index of finished deals: the follower that indexes them, the terms, and their bitmaps."""
