#!/bin/bash
# Writes a back-up of the database into the store while people go on: back-up.sh full, or incr for what changed since the
# last one. Runs on the leader.
set -euo pipefail
PGBACKREST_REPO1_CIPHER_PASS=$(cat /run/secrets/back-up-passphrase)
export PGBACKREST_REPO1_CIPHER_PASS
exec pgbackrest --stanza=stepwise --type="${1:?full or incr}" backup
