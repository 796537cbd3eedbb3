"""Messages to other programs: their events and content, their signature, and the addresses they may go to."""
