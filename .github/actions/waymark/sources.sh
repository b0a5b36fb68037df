#!/usr/bin/env bash
# Says which folder holds the built program and what it was built of, as a digest: the key of the cache.
# Runs in bash 3.2, which macOS has.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
digest=$( (swift --version 2>&1; find Package.swift Sources Models -type f -print0 | LC_ALL=C sort -z |
  xargs -0 cksum) | cksum | cut -d ' ' -f 1)
{
  echo "folder=$PWD/.build/action"
  echo "digest=$digest"
} >>"${GITHUB_OUTPUT:-/dev/stdout}"
