"""Reading about members: names, logins, ratings, lessons."""
