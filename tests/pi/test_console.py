from __future__ import annotations

import io

import pytest

from pi.console import one_line, say


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a line\n  and another", "a line and another"),
        ("'\\udcff' is no name", "'\\xff' is no name"),
        ("\udcff.jpg", "\\xff.jpg"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("ÉTÉ — good", "ÉTÉ — good"),
    ],
)
def test_what_is_said_is_one_line_that_can_be_read(text, line):
    assert one_line(text) == line


def test_what_is_said_names_the_program():
    err = io.StringIO()
    say("the table\nis gone", err)
    assert err.getvalue() == "steward: the table is gone\n"
