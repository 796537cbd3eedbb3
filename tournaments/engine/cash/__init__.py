"""Money at the door: what goes into the box and out of it, in the club's own unit and not in chips."""
