"""Runs lessons, which are scripted deals in the real engine, without a database.

Their texts are in `games.presenters.learning.lesson_words`.
"""

from games.lessons.course import LESSONS
from games.lessons.script import Lesson, LessonStep
from games.lessons.stage import Stage, answer, stage_at

__all__ = ["LESSONS", "Lesson", "LessonStep", "Stage", "answer", "stage_at"]
