#!/usr/bin/env bash
# Installs the Steward as a service on a Raspberry Pi (or any Debian): into /opt/steward, with settings in /etc/steward
# and the journal in /var/lib/steward. Run it again to bring an installation up to date; settings and journal stay.
# Usage: sudo systemd/install.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if [ "$(id -u)" -ne 0 ]; then
    echo "Type: sudo systemd/install.sh" >&2
    exit 1
fi

kind=run
if grep -qs 'Raspberry Pi' /proc/device-tree/model; then kind=pi; fi
systemd/packages "$kind"

if ! id steward >/dev/null 2>&1; then
    useradd --system --home-dir /var/lib/steward --shell /usr/sbin/nologin steward
fi
for group in video gpio; do
    getent group "$group" >/dev/null || groupadd --system "$group"
done

systemctl stop steward.service 2>/dev/null || true
mkdir -p /opt/steward /etc/steward
for part in engine vision web pi systemd; do
    rm -rf "/opt/steward/$part.new"
    cp -r "$part" "/opt/steward/$part.new"
    # The compiled word lists are kept: they are made anew only when their sources have changed.
    if [ "$part" = engine ] && [ -d /opt/steward/engine/words/data ] && [ ! -d engine/words/data ]; then
        cp -r /opt/steward/engine/words/data "/opt/steward/$part.new/words/data"
    fi
    rm -rf "/opt/steward/${part:?}"
    mv "/opt/steward/$part.new" "/opt/steward/$part"
done
cp pyproject.toml constraints-bookworm.txt README.md LICENSE /opt/steward/
(
    cd /opt/steward
    systemd/environment run
    .venv/bin/python -m engine.words.build
    .venv/bin/python -m compileall -q engine vision web pi
)

[ -e /etc/steward/steward.toml ] || install -m 644 systemd/steward.toml /etc/steward/steward.toml
if [ ! -e /etc/steward/password ]; then
    install -m 600 /dev/null /etc/steward/password
fi
install -m 644 systemd/steward.service /etc/systemd/system/steward.service
if [ -d /run/systemd/system ]; then
    systemctl daemon-reload
    systemctl enable --now steward.service
    echo "The Steward runs; 'systemctl status steward' tells how it does."
else
    echo "Installed; systemd does not run here, so nothing was started."
fi
