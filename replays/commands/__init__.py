"""The use cases of this app: disputes, and what a referee rules on them."""
