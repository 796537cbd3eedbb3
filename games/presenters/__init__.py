"""Every word and every view model that a page shows; they add no fact to what has passed `sight`."""
