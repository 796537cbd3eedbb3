"""What finished deals are found by: the follower that indexes them, the terms, and bitmaps of many deals at once."""
