"""Looking back: step-through, review, disputes, rulings."""
