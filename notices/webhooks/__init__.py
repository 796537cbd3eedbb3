"""What other programs are sent: which events, in which words, signed, to an address that was checked."""
