#!/usr/bin/env bash
# Installs the Steward as a service on a Raspberry Pi (or any Debian): into /opt/steward, with settings in /etc/steward
# and the journal in /var/lib/steward. Run it again to mend or renew an installation; settings and journal always stay.
# It also works in the chroot of a card's image, where no systemd runs: the service then starts with the machine.
#   sudo systemd/install.sh               installs, or installs anew
#   sudo systemd/install.sh --upgrade     only where it is installed; if it fails, the old version runs on
#   sudo systemd/install.sh --uninstall   takes the program away; settings, journal and pictures stay
# Together with the first two: --kiosk (the page on this machine's screen), --hub (this machine runs a drive),
# --wheels FOLDER (Python packages come from a folder that systemd/wheels has filled, and nothing from the internet).
set -euo pipefail
umask 022
CALLED_IN=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")/.."

HOME_FOLDER=/opt/steward
PARTS=(engine vision web pi systemd)
FILES=(pyproject.toml constraints-bookworm.txt README.md LICENSE)
UNITS=(steward-table.service steward-hub.service steward-kiosk.service steward-power-off.path steward-power-off.service)
UNIT_FOLDER=/etc/systemd/system
RULES=/etc/udev/rules.d/60-steward.rules
WATCHDOG=/etc/systemd/system.conf.d/steward.conf
COMMAND=/usr/local/bin/steward

usage() { sed -n '2,9s/^# \{0,1\}//p' systemd/install.sh; }

# The folder is given as seen from where the script was called; pip reads both variables, whoever calls it.
take_from() {
    local folder
    if ! folder=$(cd "$CALLED_IN" && cd "${1:-/nowhere}" 2>/dev/null && pwd) || ! compgen -G "$folder/*.whl" >/dev/null; then
        echo "There are no packages in '${1:-}'; fill a folder where the internet is: systemd/wheels FOLDER" >&2
        exit 2
    fi
    # pip parts the variable at blanks, which a memory stick's name may have.
    folder=${folder//%/%25}
    export PIP_NO_INDEX=1 PIP_FIND_LINKS=file://${folder// /%20}
}

task=install kiosk= hub= given=("$@")
while [ $# -gt 0 ]; do
    word=$1
    shift
    case "$word" in
    --upgrade | --uninstall) task=${word#--} ;;
    --kiosk) kiosk=yes ;;
    --hub) hub=yes ;;
    --wheels)
        take_from "${1:-}"
        shift
        ;;
    -h | --help) usage && exit 0 ;;
    *)
        echo "install.sh knows no '$word'." >&2
        usage >&2
        exit 2
        ;;
    esac
done
if [ "$(id -u)" -ne 0 ]; then
    echo "Type: sudo systemd/install.sh ${given[*]}" >&2
    exit 1
fi

runs_systemd() { [ -d /run/systemd/system ]; }
control() { if runs_systemd; then systemctl "$@"; fi; }
enabled() { [ -e "$UNIT_FOLDER/multi-user.target.wants/$1" ]; }
# A link is all that 'systemctl enable' makes; it is made by hand so that it works where no systemd is installed yet.
enable() {
    mkdir -p "$UNIT_FOLDER/multi-user.target.wants"
    ln -sfn "$UNIT_FOLDER/$1" "$UNIT_FOLDER/multi-user.target.wants/$1"
}

uninstall() {
    for unit in "${UNITS[@]}"; do
        control disable --now "$unit" 2>/dev/null || true
        rm -f "$UNIT_FOLDER/$unit" "$UNIT_FOLDER/multi-user.target.wants/$unit"
    done
    rm -f "$UNIT_FOLDER/steward.service" "$RULES" "$WATCHDOG"
    if [ -L "$COMMAND" ]; then rm -f "$COMMAND"; fi
    rm -rf "$HOME_FOLDER"
    control daemon-reload
    echo "The Steward is gone. Its settings (/etc/steward) and journals (/var/lib/steward) are kept; to delete them too:"
    echo "  sudo rm -r /etc/steward /var/lib/steward && sudo userdel steward"
}

packages() {
    local kind=run
    # In a card's image there is no device tree to ask, but Raspberry Pi OS has its own mark.
    if [ -e /etc/rpi-issue ] || grep -qs 'Raspberry Pi' /proc/device-tree/model; then kind=pi; fi
    systemd/packages "$kind"
    if [ -n "$kiosk" ]; then systemd/packages kiosk; fi
    if [ -n "$hub" ]; then systemd/packages hub; fi
}

accounts() {
    for group in video gpio audio render input; do
        getent group "$group" >/dev/null || groupadd --system "$group"
    done
    id steward >/dev/null 2>&1 || useradd --system --home-dir /var/lib/steward --shell /usr/sbin/nologin steward
    # Whoever calls 'steward doctor' as this user sees camera and pins as the service does.
    usermod -a -G video,gpio,audio steward
    if [ -n "$kiosk" ]; then
        id steward-kiosk >/dev/null 2>&1 ||
            useradd --system --home-dir /var/lib/steward-kiosk --shell /usr/sbin/nologin steward-kiosk
    fi
    install -d -m 750 -o steward -g steward /var/lib/steward
}

# The new program is laid beside the old one first, so that the table stands still only for the change itself.
lay_out() {
    mkdir -p "$HOME_FOLDER"
    local name
    for name in "${PARTS[@]}" "${FILES[@]}"; do
        rm -rf "$HOME_FOLDER/$name.new" "$HOME_FOLDER/$name.old"
        cp -r "$name" "$HOME_FOLDER/$name.new"
    done
    find "$HOME_FOLDER"/*.new -name __pycache__ -type d -prune -exec rm -rf {} +
    # The compiled word lists are kept: they are made anew only when their sources have changed.
    if [ -d "$HOME_FOLDER/engine/words/data" ] && [ ! -d engine/words/data ]; then
        cp -r "$HOME_FOLDER/engine/words/data" "$HOME_FOLDER/engine.new/words/data"
    fi
}

change_over() {
    local name
    for name in "${PARTS[@]}" "${FILES[@]}"; do
        if [ -e "$HOME_FOLDER/$name" ]; then mv "$HOME_FOLDER/$name" "$HOME_FOLDER/$name.old"; fi
        mv "$HOME_FOLDER/$name.new" "$HOME_FOLDER/$name"
    done
    (
        cd "$HOME_FOLDER"
        systemd/environment run
        .venv/bin/python -m engine.words.build
        .venv/bin/python -m compileall -q engine vision web pi
        .venv/bin/python -m pi.cli --version
    )
}

change_back() {
    local name was_there=
    for name in "${PARTS[@]}" "${FILES[@]}"; do
        rm -rf "$HOME_FOLDER/$name.new"
        [ -e "$HOME_FOLDER/$name.old" ] || continue
        rm -rf "${HOME_FOLDER:?}/$name"
        mv "$HOME_FOLDER/$name.old" "$HOME_FOLDER/$name"
        was_there=yes
    done
    echo "It did not work out; the message above says why. Nothing that was recorded is lost." >&2
    if [ -n "$was_there" ]; then
        if enabled steward-table.service; then control start steward-table.service || true; fi
        echo "The version that was there is there again." >&2
    fi
}

settings() {
    mkdir -p /etc/steward
    [ -e /etc/steward/steward.toml ] || install -m 640 systemd/steward.toml /etc/steward/steward.toml
    # A hub beside a table has a dashboard of its own, on a port of its own.
    if [ -n "$hub" ] && [ ! -e /etc/steward/hub.toml ]; then
        printf '%s\n' '# The settings of the hub of a drive, as those of a table are written.' \
            'host = "127.0.0.1"   # "0.0.0.0" lets phones and tables in' 'port = 8010' >/etc/steward/hub.toml
    fi
    # They may hold the hash of a password, or a camera's: they are for root and the service.
    for file in /etc/steward/*.toml; do
        chgrp steward "$file"
        chmod 640 "$file"
    done
    [ -e /etc/steward/password ] || install -m 600 /dev/null /etc/steward/password
    ln -sfn "$HOME_FOLDER/.venv/bin/steward" "$COMMAND"
}

services() {
    install -D -m 644 -t "$UNIT_FOLDER" "${UNITS[@]/#/systemd/}"
    install -D -m 644 systemd/60-steward.rules "$RULES"
    if [ -e /etc/rpi-issue ] || [ -e /dev/watchdog ]; then install -D -m 644 systemd/steward-watchdog.conf "$WATCHDOG"; fi
    # 'systemctl status steward' is what people type.
    ln -sfn "$UNIT_FOLDER/steward-table.service" "$UNIT_FOLDER/steward.service"
    local wanted=(steward-table.service steward-power-off.path) unit
    if [ -n "$kiosk" ]; then wanted+=(steward-kiosk.service); fi
    if [ -n "$hub" ]; then wanted+=(steward-hub.service); fi
    for unit in "${wanted[@]}"; do enable "$unit"; done
    if runs_systemd; then
        udevadm control --reload && udevadm trigger || true
        systemctl daemon-reload
        for unit in "${UNITS[@]}"; do
            if enabled "$unit"; then systemctl restart "$unit"; fi
        done
        echo "The Steward runs; 'systemctl status steward' tells how it does."
    else
        echo "Installed; systemd does not run here, so nothing was started: it starts with the machine."
    fi
}

if [ "$task" = uninstall ]; then
    uninstall
    exit 0
fi
if [ "$task" = upgrade ] && [ ! -d "$HOME_FOLDER/engine" ]; then
    echo "The Steward is not installed here; type: sudo systemd/install.sh" >&2
    exit 1
fi
if [ "$PWD" = "$HOME_FOLDER" ]; then
    echo "This is the installed program itself; run install.sh from the folder that you cloned." >&2
    exit 1
fi

packages
accounts
lay_out
control stop steward-table.service 2>/dev/null || true
trap change_back EXIT
change_over
trap - EXIT
for name in "${PARTS[@]}" "${FILES[@]}"; do rm -rf "$HOME_FOLDER/$name.old"; done
settings
services
