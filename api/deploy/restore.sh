#!/bin/sh
# Puts a file of back-up.sh into the empty database of a stack that does not run yet: api/deploy/restore.sh FILE
# Runs in the folder of docker-compose.yml with the settings that `up` will have. The secrets may be new ones, apart from
# allocation-seed. All of it is put back, or nothing.
set -eu
compose() { if docker compose version > /dev/null 2>&1; then docker compose "$@"; else docker-compose "$@"; fi; }

file=${1:?Name the file to restore.}
compose up -d postgres
tries=0
until compose exec -T postgres pg_isready --quiet --host=127.0.0.1; do
  tries=$((tries + 1))
  if [ "$tries" -gt 60 ]; then
    echo "PostgreSQL does not start." >&2
    exit 1
  fi
  sleep 1
done
found=$(compose exec -T postgres psql --host=/var/run/postgresql --username=postgres --dbname=stepwise --tuples-only --no-align \
  --command="select to_regclass('participant') is not null")
if [ "$found" != f ]; then
  echo "The database holds data already. Restore into a new volume." >&2
  exit 1
fi
# Everything becomes the owner's; what is the API's own, that hands over at its start.
compose exec -T postgres bash -c "
  owner=\$(sed -E 's#^[a-z]+://([^:]+):.*#\\1#' /run/secrets/database-owner-url)
  exec pg_restore --host=/var/run/postgresql --username=postgres --dbname=stepwise --no-owner --role=\"\$owner\" \\
    --exit-on-error --single-transaction" < "$file"
