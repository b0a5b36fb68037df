#!/usr/bin/env bash
# Writes twelve small pools of four teams, each of which takes a second or less, for sweeps.
#
#   Tests/Oracles/small_pools.sh FOLDER
set -euo pipefail
for ((number = 0; number < 12; number++)); do
  folder=$1/team-$((number % 4))
  mkdir -p "$folder"
  prevents=$( ((number % 3)) && echo prevent || echo legacy)
  printf 'pool: desk-%d\nconfiguration: { mfa: off, selfSignUp: false, recovery: adminOnly, existenceErrors: %s, %s }\n' \
    "$number" "$prevents" 'flows: [userSRP, refresh]' >"$folder/pool-$number.yaml"
done
