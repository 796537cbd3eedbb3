"""Every word and view model that the pages of replays show."""
