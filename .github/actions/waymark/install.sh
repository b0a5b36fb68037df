#!/usr/bin/env bash
# Takes the program of a release, compares its checksum, and says where it is.
#
# Environment: WAYMARK_VERSION (such as v0.1.0), WAYMARK_REPOSITORY (such as OWNER/waymark), and
# WAYMARK_SHA256 where the workflow knows the digest; else the one next to the release counts.
# WAYMARK_RELEASES replaces https://github.com/REPOSITORY/releases/download, for tests and mirrors.
set -euo pipefail
version=${WAYMARK_VERSION:?no version is given}
name=waymark-$version-linux-$(uname -m)
# Where the runner does not say whose action it runs, the path of the action does.
repository=${WAYMARK_REPOSITORY:-$(sed -n 's|.*/_actions/\([^/]*/[^/]*\)/.*|\1|p' <<<"${GITHUB_ACTION_PATH:-}")}
base=${WAYMARK_RELEASES:-https://github.com/${repository:?no repository is given}/releases/download}
folder=${RUNNER_TEMP:-$(mktemp -d)}/waymark
mkdir -p "$folder"
cd "$folder"
if [[ $(uname) != Linux ]]; then
  echo "::error title=Waymark::releases are for Linux; set \`build: true\` to build it for $(uname -sm)"
  exit 1
fi
fetch() { curl --fail --silent --show-error --location --retry 3 --output "$1" "$base/$version/$1"; }
if ! fetch "$name.tar.gz"; then
  echo "::error title=Waymark::there is no release $version for $(uname -sm); set \`build: true\` to build it"
  exit 1
fi
if [[ -n ${WAYMARK_SHA256:-} ]]; then
  echo "$WAYMARK_SHA256  $name.tar.gz" >"$name.tar.gz.sha256"
else
  fetch "$name.tar.gz.sha256"
fi
if ! sha256sum --check --status "$name.tar.gz.sha256"; then
  echo "::error title=Waymark::the checksum of $name.tar.gz is another one; nothing was run"
  exit 1
fi
tar -xzf "$name.tar.gz"
echo "waymark=$folder/$name/bin/waymark" >>"${GITHUB_OUTPUT:-/dev/stdout}"
