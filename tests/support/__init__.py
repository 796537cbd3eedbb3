"""What several tests share: builders, servers, worlds. No test is in here."""
