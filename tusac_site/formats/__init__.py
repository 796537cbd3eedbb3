"""How dates and times are written, where Django's own way reads badly in a sentence."""
