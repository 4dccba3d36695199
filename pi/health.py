"""What the doctor looks at of the machine itself: its disk and card, memory, clock, network, power, heat, rights, and
how it was told to start."""

from __future__ import annotations

import grp
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from engine.errors import StewardError
from pi.finding import FINE, WARNING, WRONG, Finding, said
from pi.origins import without_secrets

LOW_DISK = 200_000_000
"""Bytes; below this a long evening's pictures may not fit."""
LOW_MEMORY = 150_000_000
"""Bytes; reading a picture takes about this much at its highest."""
MOUNTS = Path("/proc/self/mounts")
IN_MEMORY = ("tmpfs", "ramfs")
CARDS = Path("/sys/block")
WORN = 80
"""Percent of its life that a card may have spent."""
SYNCED = Path("/run/systemd/timesync/synchronized")
ZONE = Path("/sys/class/thermal/thermal_zone0/temp")
HOT, TOO_HOT = 70.0, 80.0
"""Degrees Celsius; from 80 on a Pi slows itself down."""
DEVICES = {"/dev/gpiochip0": "gpio", "/dev/video0": "video", "/dev/media0": "video", "/dev/snd/timer": "audio"}
"""What the table uses, and the group that may."""
BOOT = (Path("/boot/firmware/config.txt"), Path("/boot/config.txt"))
"""Where a Pi's boot settings are: newer systems read the first, older ones the second."""
OLD_CAMERA = re.compile(r"start_x\s*=\s*1\b")


def journal(configured: str) -> Finding:
    """Looks whether the table's journal is whole. It is only read."""
    from engine.journal_file import is_damaged
    from engine.journal_postgres import is_postgres
    from pi.books import journal_at
    from pi.places import data_place

    if is_postgres(configured):
        return Finding("journal", FINE, "journal in database", {"where": without_secrets(configured)})
    path = journal_at(Path(configured) if configured else data_place() / "table.journal")
    if not path.exists():
        return Finding("journal", FINE, "no journal")
    if is_damaged(path):
        return Finding("journal", WRONG, "journal damaged", {"path": path}, "salvage")
    return Finding("journal", FINE, "journal", {"path": path, "mb": path.stat().st_size / 1e6})


def disk(mounts: str | None = None, cards: Path = CARDS) -> Finding:
    """Looks whether the folder of journals and pictures can be written, and stays when the power goes.

    :param mounts: what is mounted, as the system's file tells it (None: that file).
    :param cards: the folder of the system's disks.
    """
    from pi.places import data_folder

    mounted = MOUNTS.read_text(encoding="utf-8", errors="replace") if mounts is None else mounts
    try:
        folder = data_folder().resolve()
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"steward")
            file.flush()
            os.fsync(file.fileno())
    except (StewardError, OSError) as error:
        return said("disk", WRONG, error, "data")
    free = shutil.disk_usage(folder).free
    values = {"gb": free / 1e9, "folder": folder}
    if free < LOW_DISK:
        return Finding("disk", WRONG, "free", values, "room")
    if in_memory(folder, mounted):
        return Finding("disk", WARNING, "in memory", values, "partition")
    if (percent := worn(cards)) >= WORN:
        return Finding("disk", WARNING, "worn", {"percent": percent}, "card")
    return Finding("disk", FINE, "free", values)


def in_memory(folder: Path, mounts: str) -> bool:
    """Tells whether a folder lies in memory only: itself, or as the writable part of a card that is only read."""
    lines = [line.split() for line in mounts.splitlines()]
    table = {one[1]: (one[2], one[3]) for one in lines if len(one) >= 4}

    def kind(place: str) -> tuple[str, str]:
        under = [mount for mount in table if place == mount or place.startswith(mount.rstrip("/") + "/")]
        return table[max(under, key=len)] if under else ("", "")

    kept, options = kind(str(folder))
    upper = re.search(r"upperdir=([^,]+)", options) if kept == "overlay" else None
    return kept in IN_MEMORY or (upper is not None and kind(upper[1])[0] in IN_MEMORY)


def worn(cards: Path = CARDS) -> int:
    """Gives how many percent of its life the most worn card has spent; 0 where none tells (few do)."""
    percents = [0]
    for file in cards.glob("mmcblk*/device/life_time"):
        try:
            percents += [10 * int(part, 16) for part in file.read_text(encoding="ascii").split()]
        except (OSError, ValueError):
            continue
    return max(percents)


def memory(mode: str = "full") -> Finding:
    """Tells how much memory other programs leave, and whether the table runs in the light mode."""
    from pi.sizes import is_light

    text = Path("/proc/meminfo").read_text(encoding="ascii")
    kib = next(int(line.split()[1]) for line in text.splitlines() if line.startswith("MemAvailable"))
    level = WARNING if kib * 1024 < LOW_MEMORY else FINE
    found = "available light" if is_light(mode) else "available"
    return Finding("memory", level, found, {"mb": kib / 1024}, "" if level == FINE else "end others")


def clock() -> Finding:
    """Looks whether the bell has a clock that never steps, and a boot has a name."""
    from pi.clock import BOOT_ID

    first = time.monotonic()
    if time.monotonic() < first:
        return Finding("clock", WRONG, "clock back", do="other machine")
    if not BOOT_ID.exists():
        return Finding("clock", WARNING, "no boot", {"path": BOOT_ID}, "stands")
    return Finding("clock", FINE, "clock synced" if SYNCED.exists() else "clock alone")


def network(host: str, address: str | None = None) -> Finding:
    """Tells under which address phones find this machine; the table needs none.

    :param host: the address that the dashboard listens on.
    :param address: this machine's own (None: looked for).
    """
    from web.codes import own_address
    from web.guard import is_loopback

    own = own_address() if address is None else address
    if own.endswith(".local"):
        return Finding("network", FINE, "offline", do="access point")
    return Finding("network", FINE, "address", {"address": own}, "let in" if is_loopback(host) else "")


def power() -> Finding:
    """Asks a Pi whether it has had too little voltage."""
    program = shutil.which("vcgencmd")
    if program is None:
        return Finding("power", FINE, "no Pi")
    run = subprocess.run([program, "get_throttled"], capture_output=True, text=True, timeout=10, check=False)
    try:
        flags = int(run.stdout.strip().partition("=")[2], 16)
    except ValueError:
        return Finding("power", WARNING, "power unknown", do="group video")
    return power_of(flags)


def power_of(flags: int) -> Finding:
    """Reads the Pi's throttling flags: bit 0 is low voltage now, bit 16 since the start, 1-3 and 17-19 slowed down."""
    if flags & 0x1:
        return Finding("power", WRONG, "voltage now", do="supply")
    if flags & 0x10000:
        return Finding("power", WARNING, "voltage was", do="supply")
    if flags & 0xE000E:
        return Finding("power", WARNING, "slowed", do="air")
    return Finding("power", FINE, "steady")


def temperature(zone: Path = ZONE) -> Finding:
    """Reads how hot the processor is."""
    try:
        degrees = int(zone.read_text(encoding="ascii")) / 1000
    except (OSError, ValueError):
        return Finding("temperature", FINE, "no heat")
    if degrees >= TOO_HOT:
        return Finding("temperature", WRONG, "hot", {"degrees": degrees}, "air")
    level = WARNING if degrees >= HOT else FINE
    return Finding("temperature", level, "degrees", {"degrees": degrees}, "" if level == FINE else "air")


def boot_settings(places: Iterable[Path] = BOOT) -> Finding:
    """Looks into a Pi's boot settings: whether a file is filled in that the system no longer reads, and whether the
    camera was given its old driver.

    :param places: where they may be, the one that counts first.
    """
    there = [path for path in places if path.is_file()]
    if not there:
        return Finding("boot settings", FINE, "no boot settings")
    first = there[0]
    for old in there[1:]:
        if not old.samefile(first) and next(_settings(old), None) is not None:
            values: dict[str, object] = {"old": old, "path": first}
            return Finding("boot settings", WARNING, "old boot settings", values, "move settings")
    for number, text in _settings(first):
        if OLD_CAMERA.match(text):
            values = {"path": first, "line": number, "text": text}
            return Finding("boot settings", WARNING, "old camera", values, "new driver")
    return Finding("boot settings", FINE, "boot settings", {"path": first})


def _settings(path: Path) -> Iterator[tuple[int, str]]:
    """Gives the lines of a file of boot settings that say something, with their numbers."""
    for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), start=1):
        text = line.partition("#")[0].strip()
        if "=" in text:  # the old file of a newer system says in plain words that it has moved
            yield number, text


def permissions(devices: dict[str, str] | None = None) -> Finding:
    """Says which devices are there that this user may not use."""
    wanted = DEVICES if devices is None else devices
    closed = {group for path, group in wanted.items() if Path(path).exists() and not os.access(path, os.R_OK | os.W_OK)}
    if not closed:
        return Finding("permissions", FINE, "allowed")
    known = {one.gr_name for one in grp.getgrall()}
    groups = ",".join(sorted(closed & known) or sorted(closed))
    return Finding("permissions", WARNING, "closed", {"groups": groups}, "groups")
