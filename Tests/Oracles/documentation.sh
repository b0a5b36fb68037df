#!/usr/bin/env bash
# Builds every documentation catalogue with its symbols. Fails where DocC warns of anything, in an
# article or in a comment.
#
# Usage: documentation.sh [OPTION…]   after `swift build OPTION…`. The archives are left in the folder
# that `WAYMARK_ARCHIVES` names, or in none.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
out=${WAYMARK_ARCHIVES:-$(mktemp -d)}
built=$(swift build "$@" --show-bin-path)
modules=$built/Modules
# The headers of the C targets that our modules and their packages are built on, and the module maps
# that the build made for those that have none.
include=(-I Sources/COpenSSL -I Sources/CMemory)
while read -r folder; do include+=(-I "$folder"); done < <(
  find .build/checkouts -type d -path "*/Sources/*/include")
for map in "$built"/*.build/module.modulemap; do include+=(-Xcc "-fmodule-map-file=$map"); done
triple=$(swift -print-target-info | sed -n 's/.*"triple": "\(.*\)".*/\1/p' | head -1)
failed=0
for catalogue in Sources/*/*.docc; do
  name=$(basename "$catalogue" .docc)
  mkdir -p "$out/symbols/$name"
  swift symbolgraph-extract -module-name "$name" -target "$triple" -I "$modules" \
    "${include[@]}" -minimum-access-level public -output-dir "$out/symbols/$name" >"$out/$name.log" 2>&1 ||
    { cat "$out/$name.log"; exit 1; }
  docc convert "$catalogue" --additional-symbol-graph-dir "$out/symbols/$name" \
    --fallback-display-name "$name" --fallback-bundle-identifier "waymark.$name" \
    --warnings-as-errors --output-path "$out/$name.doccarchive" >"$out/$name.log" 2>&1 &&
    ! grep -q '^warning' "$out/$name.log" ||
    { echo "FAILED  $name"; cat "$out/$name.log"; failed=1; continue; }
  echo "ok      $name"
done
exit $failed
