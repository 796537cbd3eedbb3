#!/bin/sh
# Puts a version that lies ready in a folder of its own in the place of the one that runs, one process after another:
#   sudo deploy/upgrade.sh /opt/tusac-1.1.0
# /opt/tusac is a link to the folder of the version that runs. The way back, until the next version's migrations took
# something away: the same with the older folder.
set -eu
home=${TUSAC_HOME:-/opt/tusac}
new=$(readlink -f "${1:?Say in which folder the new version lies.}")
[ -x "$new/.venv/bin/python" ] || { echo "$new has no .venv yet: see deploy/README.md." >&2; exit 1; }
[ ! -e "$home" ] || [ -L "$home" ] || { echo "$home is no link: see deploy/README.md." >&2; exit 1; }

# Nobody notices: the version that runs goes on with a database that has more in it. A table that a backup reads is changed
# after it, and nobody waits meanwhile. If this fails, the version that runs goes on.
systemd-run --quiet --wait --pipe --collect --property=User=tusac --property=WorkingDirectory="$new" \
    --property=EnvironmentFile=/etc/tusac/tusac.env "$new/.venv/bin/python" -m tusac_site.local.prepare
older=$(readlink -f "$home" || true)
ln -sfn "$new" "$home"

# Workers first: what the next version writes they must know, or a result would be passed over.
for unit in tusac-worker tusac-worker-later tusac-beat; do
    systemctl try-restart "$unit"
done
# Each web process ends what it is at; the proxy asks the others until the new one answers.
for unit in $(systemctl list-units --plain --no-legend --state=active 'tusac-web@*' | cut -d' ' -f1); do
    systemctl restart "$unit"
    port=${unit#tusac-web@} port=${port%.service} tries=0
    until curl -sf -o /dev/null "http://127.0.0.1:$port/healthz"; do
        tries=$((tries + 1))
        if [ "$tries" -ge "${TUSAC_TRIES:-60}" ]; then
            ln -sfn "$older" "$home"
            echo "$unit does not answer: journalctl -u $unit says why. The other web processes still run the version" \
                "before, and so does what starts from now on. All of it again: $0 $older" >&2
            exit 1
        fi
        sleep 1
    done
done
echo "$new runs."
