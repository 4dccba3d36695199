"""Word lists: compiled once from packaged sources, opened in a moment, looked up in microseconds."""

from engine.words.book import WordList, find_list
from engine.words.entry import Entry
from engine.words.fold import fold, fold_word

__all__ = ["Entry", "WordList", "find_list", "fold", "fold_word"]
