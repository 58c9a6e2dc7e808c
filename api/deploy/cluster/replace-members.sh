#!/bin/bash
# Deploys the members of the database one at a time, each once all are whole again, and the leader last; those of etcd before
# them. Runs on one of the three machines, with the variables and options of the next deployment, which then finds them as
# it wants them; by itself it would replace all at once.
#   DATABASE_VERSION=2 … api/deploy/cluster/replace-members.sh
set -euo pipefail
stack=$(dirname "$0")/stack.yml
options=("$@")

in_member() {
  docker exec --interactive "$(docker ps --quiet --filter name=stepwise_postgres- | head -n 1)" "$@"
}
# Prints the leader, once all three run, one of the others has every commit, and each member of etcd answers.
until_whole() {
  for _ in $(seq 180); do
    in_member python3 - 2>/dev/null <<'P' && return
import json, sys, urllib.request
ask = lambda url: json.load(urllib.request.urlopen(url, timeout=5))
members = ask("http://localhost:8008/cluster")["members"]
name = {member["role"]: member["name"] for member in members}
up = [member for member in members if member["state"] in ("running", "streaming")]
if len(up) < 3 or "leader" not in name or "sync_standby" not in name: sys.exit(1)
if any(ask(f"http://etcd-{number}:2379/health")["health"] != "true" for number in (1, 2, 3)): sys.exit(1)
print(name["leader"])
P
    sleep 1
  done
  echo "The members are not whole after 3 minutes; nothing more is replaced." >&2
  return 1
}
# Resolves once another member than this one leads, and one has every commit. The one that led may not follow yet: it still
# has the old password of the standbys.
until_led_by_another() {
  for _ in $(seq 180); do
    in_member python3 - "$1" 2>/dev/null <<'P' && return
import json, sys, urllib.request
members = json.load(urllib.request.urlopen("http://localhost:8008/cluster", timeout=5))["members"]
name = {member["role"]: member["name"] for member in members}
sys.exit(name.get("leader") in (None, sys.argv[1]) or "sync_standby" not in name)
P
    sleep 1
  done
  echo "No other member than $1 leads after 3 minutes; it is not replaced." >&2
  return 1
}
replace() {
  in_member python3 -c '
import sys, yaml
stack = yaml.safe_load(sys.stdin)
service = stack["services"][sys.argv[1]]
stack["services"] = {sys.argv[1]: service}
for kind in "secrets", "configs":
    stack[kind] = {key: value for key, value in stack.get(kind, {}).items() if repr(key) in str(service)}
yaml.safe_dump(stack, sys.stdout)
' "$1" <"$stack" | docker stack deploy --detach=false "${options[@]}" --compose-file - stepwise >/dev/null
  until_whole >/dev/null
  echo "$1 is as the stack says, and all are whole."
}

leader=$(until_whole)
for number in 1 2 3; do replace "etcd-$number"; done
for number in 1 2 3; do
  [[ postgres-$number = "$leader" ]] || replace "postgres-$number"
done
in_member sh -c 'patronictl -c /etc/stepwise/patroni.yml switchover --force --leader "$1" "stepwise-$GENERATION" >/dev/null' - "$leader"
until_led_by_another "$leader"
replace "$leader"
