#!/bin/sh
# Writes the whole database, as it was at one moment, into a new file while people go on: api/deploy/back-up.sh FILE
# Runs in the folder of docker-compose.yml with the settings that `up` had. The file holds health data.
set -eu
compose() { if docker compose version > /dev/null 2>&1; then docker compose "$@"; else docker-compose "$@"; fi; }

file=${1:?Name the file to write.}
if [ -e "$file" ]; then
  echo "$file is there already." >&2
  exit 1
fi
umask 077
# Under its name only when it is whole.
compose exec -T postgres pg_dump --host=/var/run/postgresql --username=postgres --format=custom stepwise > "$file.part"
mv "$file.part" "$file"
