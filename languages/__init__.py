from languages.choosing import LANGUAGES, NAMES, Language, chosen, is_language
from languages.forms import day, percent, whole
from languages.speaking import say, say_if_ours, speak, speaking, spoken, told
from languages.worded import Worded, joined, meant, message_of, worded

__all__ = [
    "LANGUAGES",
    "NAMES",
    "Language",
    "Worded",
    "chosen",
    "day",
    "is_language",
    "joined",
    "meant",
    "message_of",
    "percent",
    "say",
    "say_if_ours",
    "speak",
    "speaking",
    "spoken",
    "told",
    "whole",
    "worded",
]
