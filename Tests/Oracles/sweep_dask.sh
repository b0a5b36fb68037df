#!/usr/bin/env bash
# A sweep by Dask in seven shards on two workers, one of which is killed, says the same, byte for byte,
# as one shard; 77 where PyPI's `distributed` is missing.
#
#   Tests/Oracles/sweep_dask.sh path/to/waymark
set -euo pipefail
waymark=$(realpath "$1")
python=${WAYMARK_PYTHON:-python3}
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
"$python" -c 'import distributed' 2>/dev/null || { echo "distributed is not installed; skipped"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
Tests/Oracles/small_pools.sh "$work/pools"
"$waymark" sweep "$work/pools" --output "$work/one.json" 2>/dev/null
"$waymark" merge "$work/one.json" --format json >"$work/whole.json" || true
# The third shard begins by killing the worker that started it, once.
cat >"$work/waymark" <<PROGRAM
#!/usr/bin/env bash
if [[ \$* == *"--shard 3/7"* ]] && mkdir "$work/killed" 2>/dev/null; then kill -9 \$PPID; exit 1; fi
exec "$waymark" "\$@"
PROGRAM
chmod +x "$work/waymark"
"$python" Tests/Examples/sweeps/dask_sweep.py "$work/waymark" "$work/pools" "$work/shards" 7 2 \
  >"$work/summary.txt" 2>"$work/dask.log" || status=$?
[[ -d $work/killed ]] || { echo "no worker was killed" >&2; cat "$work/dask.log" >&2; exit 1; }
"$waymark" merge "$work"/shards/shard-*.json --format json >"$work/merged.json" || true
cmp "$work/whole.json" "$work/merged.json"
echo "Dask with a killed worker ends with ${status:-0}: the same $(stat -c %s "$work/whole.json") bytes"
