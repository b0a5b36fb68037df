#!/usr/bin/env bash
# Builds the program of this repository on a Debian or Ubuntu runner with Swift, and says where it is.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
missing=()
for package in libssl-dev libgvc6; do
  dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' ||
    missing+=("$package")
done
if ((${#missing[@]})); then
  root=()
  if ((EUID != 0)); then root=(sudo -n); fi
  "${root[@]}" apt-get update -q
  DEBIAN_FRONTEND=noninteractive "${root[@]}" apt-get install -q -y --no-install-recommends \
    "${missing[@]}"
fi
swift build -c release --product waymark
echo "waymark=$(swift build -c release --show-bin-path)/waymark" >>"${GITHUB_OUTPUT:-/dev/stdout}"
