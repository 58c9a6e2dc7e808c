#!/bin/bash
# Fills an empty data folder from the back-ups with the database as it was at RESTORE_TO, such as "2026-11-22 13:05:00+11".
set -euo pipefail
exec pgbackrest --stanza=stepwise --type=time --target="$RESTORE_TO" --target-action=promote restore
