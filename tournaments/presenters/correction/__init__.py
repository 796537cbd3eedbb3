"""The possible actions on a result, and the effect of each."""
