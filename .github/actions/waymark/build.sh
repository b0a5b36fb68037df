#!/usr/bin/env bash
# Builds the program of this repository on a runner with Swift, and says where it is. A program that the
# cache brought back is taken as it is. Runs in bash 3.2, which macOS has.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
say() { echo "waymark=$PWD/.build/action/waymark" >>"${GITHUB_OUTPUT:-/dev/stdout}"; }
if [[ -x .build/action/waymark ]] && .build/action/waymark --version >/dev/null; then
  say
  exit
fi
if [[ $(uname) == Darwin ]]; then
  brew install --quiet openssl@3 graphviz pkgconf
else
  missing=()
  for package in libssl-dev libgvc6; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' ||
      missing+=("$package")
  done
  if ((${#missing[@]})); then
    root=
    if ((EUID != 0)); then root='sudo -n'; fi
    $root apt-get update -q
    $root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}"
  fi
fi
swift build -c release -debug-info-format none --product waymark
built=$(swift build -c release --show-bin-path)
# The program with its models, and nothing else: what the cache keeps.
rm -rf .build/action && mkdir -p .build/action
cp -R "$built/waymark" "$built"/waymark_Models.* .build/action/
say
