#!/bin/bash
# On the member that leads, for as long as it runs: a full back-up each week, and each day one of what changed since.
# pgBackRest expires older ones itself. What fails is tried again at the next look; the note's age is a measure.
set -uo pipefail
find_due() {
  pgbackrest --stanza=stepwise --output=json info | python3 -c '
import json, sys, time
taken = [(time.time() - each["timestamp"]["stop"], each["type"]) for each in json.load(sys.stdin)[0].get("backup", [])]
day = 86400
if not any(age < 7 * day and kind == "full" for age, kind in taken): print("full")
elif not any(age < day for age, kind in taken): print("incr")'
}
while sleep "${BACK_UP_LOOK_SECONDS:-300}"; do
  [[ $(psql --host=/tmp --username=postgres --tuples-only --no-align --command='select pg_is_in_recovery()' 2>/dev/null) == f ]] || continue
  due=$(find_due) || continue
  [[ -n $due ]] || continue
  back-up.sh "$due" && touch /backup/pgbackrest-succeeded
done
