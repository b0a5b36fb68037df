#!/usr/bin/env bash
# The image of `.ci/Dockerfile` checks a pool and draws it, as somebody would who has nothing but the
# image. Built by Docker where its engine runs, else by buildah from a base that debootstrap makes; 77
# where neither is there.
#
#   Tests/Oracles/image.sh VERSION FOLDER     the folder has the tar that `.ci/release` made
set -euo pipefail
release=waymark-$1-linux-$(uname -m).tar.gz
folder=$(cd "$2" && pwd)
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "Models/pools/flawed/mfa.phone-required/bookshop.yaml" "$work/pool.yaml"

if docker info >/dev/null 2>&1; then
  docker build -q -t waymark:check --build-arg "RELEASE=$release" -f .ci/Dockerfile "$folder"
  waymark() { docker run --rm -v "$work:/work" waymark:check "$@"; }
elif ((EUID == 0)) && command -v buildah >/dev/null && command -v debootstrap >/dev/null; then
  base=$(sed -n 's/^FROM //p' .ci/Dockerfile)
  if ! buildah inspect "docker.io/library/$base" >/dev/null 2>&1; then
    suite=${base#*:}
    debootstrap --variant=minbase "${suite%-slim}" "$work/base" >/dev/null
    rm -rf "$work"/base/var/{cache/apt,lib/apt/lists}/*
    container=$(buildah from scratch)
    buildah add -q "$container" "$work/base" / >/dev/null
    buildah commit -q --rm "$container" "docker.io/library/$base" >/dev/null
    rm -rf "$work/base"
  fi
  buildah build -q --isolation chroot --pull-never -t waymark:check \
    --build-arg "RELEASE=$release" -f .ci/Dockerfile "$folder"
  container=$(buildah from --pull-never localhost/waymark:check)
  trap 'buildah rm "$container" >/dev/null; rm -rf "$work"' EXIT
  waymark() { buildah run --isolation chroot -v "$work:/work" "$container" -- waymark "$@"; }
else
  echo "no engine that builds images; skipped"
  exit 77
fi

status=0
waymark check pool.yaml >"$work/report.txt" || status=$?
[[ $status == 12 ]] || { cat "$work/report.txt"; echo "check ends with $status, not 12" >&2; exit 1; }
grep -q 'mfa.phone-required' "$work/report.txt"
waymark draw pool.yaml --view next-steps --as png --output pictures
file=$(find "$work/pictures" -name '*.png' -print -quit)
[[ $(head -c 8 "$file" | od -An -tx1) == " 89 50 4e 47 0d 0a 1a 0a" ]]
echo "the image checks a pool and draws it"
