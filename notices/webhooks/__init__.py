"""Messages to other programs: their events, their content, the signature, and the check of the address."""
