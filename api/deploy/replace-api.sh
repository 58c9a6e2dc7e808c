#!/bin/sh
# Replaces the API's replicas one after another by ones of the image that was built last, while people go on: each new one
# is ready to show pages before an old one is told to stop, and that one answers what it has begun.
#   docker-compose build api && api/deploy/replace-api.sh
# Runs in the folder of docker-compose.yml with the settings that `up` had. When a new replica does not become ready it is
# removed, the old ones stay, and this ends with 1.
set -eu
compose() { if docker compose version > /dev/null 2>&1; then docker compose "$@"; else docker-compose "$@"; fi; }

old=$(compose ps -q api)
count=$(echo "$old" | wc -l)
for replica in $old; do
  before=$(compose ps -q api)
  compose up -d --no-deps --no-recreate --no-build --scale "api=$((count + 1))" api
  for new in $(compose ps -q api); do
    case $before in *"$new"*) continue ;; esac
    tries=0
    until docker exec "$new" node -e \
      "fetch('http://127.0.0.1:3000/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"; do
      tries=$((tries + 1))
      if [ "$tries" -gt 60 ]; then
        echo "The new replica is not ready, so the others stay. It says:" >&2
        docker logs --tail 5 "$new" >&2
        docker rm -f "$new" > /dev/null
        exit 1
      fi
      sleep 1
    done
  done
  docker stop -t 30 "$replica" > /dev/null
  docker rm "$replica" > /dev/null
done
