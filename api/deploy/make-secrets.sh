#!/bin/sh
# Makes the secrets that docker-compose.yml reads, in a new folder: api/deploy/make-secrets.sh FOLDER
# Containers see each file only and as users of their own, so every one is readable; the folder keeps others out.
set -eu
folder=${1:?Name the folder to make.}
packages=$(cd "$(dirname "$0")/../.." && echo shell mf-*)
alertmanager=$(cd "$(dirname "$0")" && pwd)/observe/alertmanager.example.yml
mkdir -m 700 "$folder"
cd "$folder"
umask 022
secret() { head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \n'; }

echo "postgresql://stepwise_owner:$(secret)@postgres:5432/stepwise" > database-owner-url
echo "postgresql://stepwise_app:$(secret)@postgres:5432/stepwise" > database-url
# Of a cluster only: PostgreSQL's superuser and its standbys.
secret > database-superuser-password
secret > database-replication-password
secret > back-up-passphrase
secret > session-secret
secret > allocation-seed
# An Ed25519 key in PKCS #8: its fixed beginning, and 32 random bytes.
{
  echo "-----BEGIN PRIVATE KEY-----"
  { printf '\060\056\002\001\000\060\005\006\003\053\145\160\004\042\004\040'; head -c 32 /dev/urandom; } | base64
  echo "-----END PRIVATE KEY-----"
} > audit-signing-key
# The mail catcher's, which runs with COMPOSE_PROFILES=testing only.
echo "smtp://mail:1025" > mail-url
for package in $packages; do
  secret > "release-token-$package"
  echo "$package $(sha256sum < "release-token-$package" | cut -d ' ' -f 1)" >> release-tokens
done
# Of the profile observe.
secret > grafana-password
cat "$alertmanager" > alertmanager.yml
# The operator's opens every package. No container has it.
secret > release-token-operator
echo "* $(sha256sum < release-token-operator | cut -d ' ' -f 1)" >> release-tokens
echo "The secrets are in $folder. Write your mail server into mail-url. Keep a copy apart from the back-ups: without
allocation-seed randomisation ends, and without back-up-passphrase no back-up opens."
