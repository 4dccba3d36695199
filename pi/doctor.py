"""``steward doctor``: a line for each part of the machine, what is there and what is not, and what to do about it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TextIO

from engine.errors import StewardError
from pi.config import Settings, read_settings
from pi.finding import BAD_INPUT, FINE, WARNING, WRONG, Finding, said
from pi.origins import config_file

SIGNS = {FINE: "✓", WARNING: "!"}


def doctor(
    out: TextIO,
    *,
    camera: str = "",
    config: Path | None = None,
    as_json: bool = False,
    sound: bool = False,
    bundle: Path | None = None,
    language: str = "en",
) -> int:
    """Prints a line for each part; gives 0 when all that is needed or asked for is there, 2 when something was asked
    for that cannot be, such as a configuration file that is none, and 1 otherwise.

    :param sound: sounds the buzzer too.
    :param bundle: a new file, into which goes what a report of a fault needs.
    """
    if bundle is not None:
        from pi import bundle as bundles

        bundles.check_new(bundle)  # before minutes go into the examination
    findings = list(examine(camera=camera, config=config, sound=sound))
    for finding in findings:
        if as_json:
            print(json.dumps(finding.as_object(language), ensure_ascii=False), file=out)
        else:
            part, found, todo = finding.told(language)
            print(f"{SIGNS.get(finding.level, '✕')} {part}: {found}{f' → {todo}' if todo else ''}", file=out)
    if bundle is not None:
        print(bundles.bundle(bundle, findings, config_file(config)), file=out if not as_json else sys.stderr)
    levels = {finding.level for finding in findings}
    return 2 if BAD_INPUT in levels else 1 if WRONG in levels else 0


IN_USE = ("camera", "pins")
"""Parts that a table which runs holds: opening them a second time could take them from it."""


def examine(
    *, camera: str = "", config: Path | None = None, sound: bool = False, at_table: bool = False, picture: Any = None
) -> Iterator[Finding]:
    """Examines every part, one after the other; one that fails in an unforeseen way is itself a finding.

    :param sound: sounds the buzzer too.
    :param at_table: asked by a table that runs; what it holds itself (:data:`IN_USE`) is left alone.
    :param picture: the newest one of such a table, whose sharpness is told (None: there is none).
    """
    from pi import equipment, health, software

    settings = Settings()
    config = config_file(config)
    try:
        settings = read_settings(config)
        text = Finding("configuration", FINE, "defaults")
        yield said("configuration", FINE, config) if config else text
    except StewardError as error:
        yield said("configuration", BAD_INPUT, error, "put right")
    seen = [picture]

    def look() -> Finding:
        finding, seen[0] = equipment.camera(camera, settings.camera)
        return finding

    parts: dict[str, Callable[[], Finding]] = {
        "camera": look,
        "focus": lambda: equipment.focus(seen[0]),
        "place": lambda: equipment.place(camera or settings.camera, seen[0]),
        "lens": lambda: equipment.lens(camera or settings.camera, settings.lens),
        "pins": lambda: equipment.pins(settings.hardware),
        "Tesseract": software.tesseract,
        "speech": lambda: equipment.speech(settings.speech),
        "broker": lambda: software.broker(settings.hub),
        "word lists": lambda: software.word_lists(settings),
        "models": lambda: software.models(settings.pack),
        "recordings": software.recordings,
        "journal": lambda: health.journal(settings.journal),
        "disk": health.disk,
        "memory": lambda: health.memory(settings.mode),
        "clock": health.clock,
        "network": lambda: health.network(settings.host),
        "power": health.power,
        "temperature": health.temperature,
        "boot settings": health.boot_settings,
        "libraries": software.libraries,
        "permissions": health.permissions,
    }
    if settings.home_assistant:
        parts["Home Assistant"] = lambda: software.home(settings.home_assistant)
    if sound:
        parts["buzzer"] = lambda: equipment.buzzer(settings)
    for part, examined in parts.items():
        if at_table and part in IN_USE:
            continue
        try:
            yield examined()
        except Exception as error:
            # The doctor is asked when things are broken: it reports whatever it trips over and looks on.
            yield said(part, WRONG, f"{type(error).__name__}: {error}", "again")
