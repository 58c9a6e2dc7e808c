#!/bin/bash
# Runs once on the first leader: the two roles, the database and the store of the back-ups. Gives the roles the passwords
# that the secrets hold now also where the data come from a back-up.
set -euo pipefail
psql() { command psql --host=/tmp --username=postgres --no-psqlrc --quiet --set=ON_ERROR_STOP=1 "$@"; }
[[ $(psql --tuples-only --no-align --command="select count(*) from pg_database where datname = 'stepwise'") = 1 ]] \
  || psql --command='create database stepwise'
psql --dbname=stepwise --file=/etc/stepwise/database-roles.sql
pgbackrest --stanza=stepwise stanza-create
