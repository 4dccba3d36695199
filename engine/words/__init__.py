"""Word lists: compiled once from packaged sources, opened in a moment, looked up in microseconds."""

from engine.words.book import WordList, find_list
from engine.words.entry import Entry
from engine.words.fold import fold, fold_word
from engine.words.layers import Layer, decode, edited, edited_text, house_layer, parse_layer, read_layer, write_layer

__all__ = [
    "Entry",
    "Layer",
    "WordList",
    "decode",
    "edited",
    "edited_text",
    "find_list",
    "fold",
    "fold_word",
    "house_layer",
    "parse_layer",
    "read_layer",
    "write_layer",
]
