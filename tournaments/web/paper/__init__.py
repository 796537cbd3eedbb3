"""What is written on paper and typed in afterwards."""
