"""Every word and view model that the pages of tournaments show."""
