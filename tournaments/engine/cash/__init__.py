"""Records payments at the door into and out of the box, in the club's own unit and not in chips."""
