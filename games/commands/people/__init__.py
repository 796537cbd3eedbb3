"""Commands of people: guests, members, their accounts, duties, tokens and preferences."""
