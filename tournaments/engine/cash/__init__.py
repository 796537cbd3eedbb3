"""Money at the door: payments into and out of the box, in the club's own unit and not in chips."""
