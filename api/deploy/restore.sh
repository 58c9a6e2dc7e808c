#!/usr/bin/env bash
# Puts a back-up into the empty database of a stack that does not run yet: api/deploy/restore.sh FILE
# Runs in the folder of docker-compose.yml with the settings that `up` will have. The secrets may be new ones, apart from
# allocation-seed and back-up-passphrase. All of it is put back, or nothing. A file that ends in .dump is not encrypted.
set -euo pipefail
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
decrypt() {
  case $file in
    *.dump) cat "$file" ;;
    *) compose run --rm -T --no-deps --entrypoint bash back-up -c \
      'gpg --batch --quiet --no-options --homedir="$(mktemp -d)" --pinentry-mode=loopback \
        --passphrase-file=/run/secrets/back-up-passphrase --decrypt' < "$file" ;;
  esac
}
# A file that is cut off, or of another passphrase, is met before anything is put back.
decrypt > /dev/null
# Everything becomes the owner's; what is the API's own, that hands over at its start.
decrypt | compose exec -T postgres bash -c "
  owner=\$(sed -E 's#^[a-z]+://([^:]+):.*#\\1#' /run/secrets/database-owner-url)
  exec pg_restore --host=/var/run/postgresql --username=postgres --dbname=stepwise --no-owner --role=\"\$owner\" \\
    --exit-on-error --single-transaction"
