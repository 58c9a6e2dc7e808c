#!/bin/bash
# Starts one member of the database. Environment: MEMBER, its name on the network; GENERATION, a number that a restore
# raises, so that the data before it stay as they are; RESTORE_TO, the moment to restore to, where one is set.
set -euo pipefail
read_secret() { cat "/run/secrets/$1"; }
export PATRONI_NAME=$MEMBER
export PATRONI_SCOPE="stepwise-$GENERATION"
export PATRONI_RESTAPI_CONNECT_ADDRESS="$MEMBER:8008"
export PATRONI_POSTGRESQL_CONNECT_ADDRESS="$MEMBER:5432"
PATRONI_SUPERUSER_PASSWORD=$(read_secret database-superuser-password)
PATRONI_REPLICATION_PASSWORD=$(read_secret database-replication-password)
PGBACKREST_REPO1_CIPHER_PASS=$(read_secret back-up-passphrase)
export PATRONI_SUPERUSER_PASSWORD PATRONI_REPLICATION_PASSWORD PGBACKREST_REPO1_CIPHER_PASS
config=/etc/stepwise/patroni.yml
if [[ -n ${RESTORE_TO:-} ]]; then
  config=/tmp/patroni.yml
  sed 's/^bootstrap:$/bootstrap:\n  method: restore/' /etc/stepwise/patroni.yml > $config
fi
schedule-back-ups.sh &
exec patroni $config
