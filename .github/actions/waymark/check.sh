#!/usr/bin/env bash
# Runs `waymark check` once for a workflow: annotations at the lines of the documents, a summary of
# the job, SARIF where it was asked for. Ends with the status of the check.
#
# Environment: WAYMARK, WAYMARK_DOCUMENTS (one a line; without them those of .waymark.yaml), WAYMARK_ARGUMENTS, WAYMARK_BASELINE,
# WAYMARK_SARIF; GITHUB_STEP_SUMMARY and GITHUB_OUTPUT as the runner sets them.
set -euo pipefail
# Bash 3.2, which macOS has, knows no mapfile and takes an empty array for unset.
documents=()
while IFS= read -r line; do documents+=("$line"); done < <(
  sed 's/^[[:space:]]*//; s/[[:space:]]*$//; /^$/d' <<<"${WAYMARK_DOCUMENTS:-}")
if ((${#documents[@]} == 0)) && [[ ! -f .waymark.yaml ]]; then
  echo "::error title=Waymark::no documents were given; name them under \`documents:\` or in .waymark.yaml"
  exit 64
fi
# Words as a shell reads them, over several lines too, and nothing else of a shell.
words=""
if [[ ${WAYMARK_ARGUMENTS:-} =~ [^[:space:]] ]]; then
  words=$(xargs -n 1 printf '%s\n' <<<"$WAYMARK_ARGUMENTS") || {
    echo "::error title=Waymark::\`arguments\` has a quote that is not closed"
    exit 64
  }
fi
arguments=()
while IFS= read -r word; do [[ -z $word ]] || arguments+=("$word"); done <<<"$words"
if [[ -n ${WAYMARK_BASELINE:-} ]]; then arguments+=(--baseline "$WAYMARK_BASELINE"); fi
if [[ -n ${WAYMARK_SARIF:-} ]]; then arguments+=(--report "sarif=$WAYMARK_SARIF"); fi
summary=$(mktemp)
trap 'rm -f "$summary"' EXIT
arguments+=(--format github --report "markdown=$summary")

status=0
"${WAYMARK:-waymark}" check ${documents[@]+"${documents[@]}"} "${arguments[@]}" || status=$?
echo "status=$status" >>"${GITHUB_OUTPUT:-/dev/null}"
# Other steps of the job may have written their summary before.
if [[ -n ${GITHUB_STEP_SUMMARY:-} ]]; then cat "$summary" >>"$GITHUB_STEP_SUMMARY"; fi
exit "$status"
