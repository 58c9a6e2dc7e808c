#!/bin/sh
# Takes a back-up now, beside those that the stack takes by itself, and prints its file in the folder of the back-ups.
# Runs in the folder of docker-compose.yml with the settings that `up` had.
set -eu
compose() { if docker compose version > /dev/null 2>&1; then docker compose "$@"; else docker-compose "$@"; fi; }

compose exec -T back-up node api/src/cli/back-up.ts take
