"""What running the club takes: its environment, logs, health, metrics, and when tasks run and where they wait."""
