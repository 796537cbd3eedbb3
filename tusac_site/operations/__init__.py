"""Running the club: its environment, logs, health, metrics, and the schedule and queues of tasks."""
