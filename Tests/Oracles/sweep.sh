#!/usr/bin/env bash
# A sweep by GNU parallel in seven shards, whose workers are killed in the midst of it, says the same,
# byte for byte, as two shards and one that nobody disturbed.
#
#   Tests/Oracles/sweep.sh path/to/waymark
set -euo pipefail
waymark=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
command -v parallel >/dev/null || { echo "GNU parallel is not installed; skipped"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
Tests/Oracles/small_pools.sh "$work/pools"
cd "$work"

"$waymark" sweep pools --output one.json 2>/dev/null
"$waymark" merge one.json --format json >whole.json || true

for index in 1 2; do
  "$waymark" sweep pools --shard "$index/2" --output "half-$index.json" 2>/dev/null
done
"$waymark" merge half-*.json --format json >halves.json || true
cmp whole.json halves.json

sweep() {
  seq 7 | parallel --jobs 2 --joblog jobs.log --resume-failed "$@" \
    "'$waymark' sweep pools --shard {}/7 --output shard-{}.json 2>/dev/null"
}
sweep >/dev/null &
worker=$!
# Kill what runs as soon as one pool is done somewhere.
for ((wait = 0; wait < 600; wait++)); do
  if compgen -G 'shard-*.partial.json' >/dev/null; then break; fi
  sleep 0.05
done
# Only the workers of this run: the children of its parallel.
killed=0
for pid in $(pgrep -P "$worker") $(pgrep -f "$waymark sweep pools --shard" || true); do
  if [[ $(readlink "/proc/$pid/cwd" 2>/dev/null) == "$work" ]]; then
    kill -9 "$pid" 2>/dev/null && killed=$((killed + 1))
  fi
done
wait "$worker" 2>/dev/null || true
echo "killed $killed processes; kept: $(cat shard-*.partial.json 2>/dev/null | grep -c . || true) results"
sweep >/dev/null
"$waymark" merge shard-*.json --format json >merged.json || true
cmp whole.json merged.json
if compgen -G 'shard-*.partial.json' >/dev/null; then echo "a journal is left" >&2; exit 1; fi
echo "seven shards, killed and resumed, two shards and one: the same $(stat -c %s whole.json) bytes"
