"""Lessons: scripted deals through the real engine, pure. The words are in `games.presenters.learning.lesson_words`."""

from games.lessons.course import LESSONS
from games.lessons.script import Lesson, LessonStep
from games.lessons.stage import Stage, answer, stage_at

__all__ = ["LESSONS", "Lesson", "LessonStep", "Stage", "answer", "stage_at"]
