#!/usr/bin/env bash
# A package of its own depends on the Swift package of a release: `swift package waymark` checks a pool,
# and the tests of the example Shop take the program of the artifact bundle, in which another
# architecture has one too.
#
#   Tests/Oracles/swift_package.sh VERSION FOLDER     the folder that `.ci/release VERSION` wrote
set -euo pipefail
version=$1
folder=$(realpath "$2")
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
root=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/release" "$work/waymark"
name=waymark-$version-linux-$(uname -m)
cp "$folder/$name.tar.gz" "$work/release/"
# Not to be run here: a program that ends in an error stands for the other architecture's.
other=waymark-$version-linux-$([[ $(uname -m) == aarch64 ]] && echo x86_64 || echo aarch64)
mkdir -p "$work/$other/bin"
printf '#!/bin/sh\nexit 1\n' >"$work/$other/bin/waymark"
chmod +x "$work/$other/bin/waymark"
tar -C "$work" -czf "$work/release/$other.tar.gz" "$other"
.ci/bundle "$version" "$work/release"
tar -xzf "$work/release/waymark-package-$version.tar.gz" -C "$work/waymark" --strip-components 1
cp "$work/release/waymark-$version.artifactbundle.zip" "$work/waymark/waymark.artifactbundle.zip"
mkdir "$work/Shop"
cp -R Tests/Examples/Shop/{Package.swift,Tests,Infrastructure} "$work/Shop/"
sed -i 's|path: "[./]*"|path: "../waymark"|' "$work/Shop/Package.swift"
cd "$work/Shop"
# Nothing but the bundle may answer.
unset WAYMARK_PROGRAM
PATH=$(tr ':' '\n' <<<"$PATH" | while read -r folder; do
  if [[ ! -x $folder/waymark ]]; then printf '%s:' "$folder"; fi
done)
export PATH WAYMARK_CACHE=

status=0
swift package waymark check "$root/Models/pools/flawed/mfa.phone-required/bookshop.yaml" \
  --no-try-assumptions >checked.txt || status=$?
grep -q '1 error' checked.txt || { cat checked.txt >&2; exit 1; }
((status != 0)) || { echo "the status of the program is lost" >&2; exit 1; }
swift package waymark check Infrastructure/pool.yaml --no-try-assumptions >/dev/null

time swift build --build-tests >build.log || { cat build.log >&2; exit 1; }
time swift test --skip-build >test.log 2>&1 || { cat test.log >&2; exit 1; }
grep 'Test run' test.log
