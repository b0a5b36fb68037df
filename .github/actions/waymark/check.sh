#!/usr/bin/env bash
# Runs `waymark check` for a workflow: annotations beside the lines of the documents, a summary of the
# job, SARIF where it was asked for. Ends with the status of the check.
#
# Environment: WAYMARK, WAYMARK_DOCUMENTS (one a line), WAYMARK_ARGUMENTS, WAYMARK_BASELINE,
# WAYMARK_SARIF; GITHUB_STEP_SUMMARY and GITHUB_OUTPUT as the runner sets them.
set -euo pipefail
# Bash 3.2, which macOS has, knows no mapfile and takes an empty array for unset.
documents=()
while IFS= read -r line; do documents+=("$line"); done < <(
  sed 's/^[[:space:]]*//; s/[[:space:]]*$//; /^$/d' <<<"${WAYMARK_DOCUMENTS:-}")
if ((${#documents[@]} == 0)); then
  echo "::error title=Waymark::no documents were given; name them under \`documents:\`"
  exit 64
fi
read -r -a arguments <<<"${WAYMARK_ARGUMENTS:-}"
if [[ -n ${WAYMARK_BASELINE:-} ]]; then arguments+=(--baseline "$WAYMARK_BASELINE"); fi

status=0
"${WAYMARK:-waymark}" check "${documents[@]}" ${arguments[@]+"${arguments[@]}"} --format github || status=$?
echo "status=$status" >>"${GITHUB_OUTPUT:-/dev/null}"
# Where no report could be made, the complaints above are all there is to say.
case $status in 64 | 150 | 153) exit "$status" ;; esac
if [[ -n ${GITHUB_STEP_SUMMARY:-} ]]; then
  "${WAYMARK:-waymark}" check "${documents[@]}" ${arguments[@]+"${arguments[@]}"} --format markdown \
    2>/dev/null >>"$GITHUB_STEP_SUMMARY" || true
fi
if [[ -n ${WAYMARK_SARIF:-} ]]; then
  "${WAYMARK:-waymark}" check "${documents[@]}" ${arguments[@]+"${arguments[@]}"} --format sarif \
    2>/dev/null >"$WAYMARK_SARIF" || true
fi
exit "$status"
