# Sourced by the scripts beside it: steps with their times, and the tally of every vitest run as the last line.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export CI=true

VITEST_JSON="$(mktemp -d)"
export VITEST_JSON
trap finish EXIT

# step <name> <command...>: runs it without a keyboard, and says how long it took.
step() {
  local name=$1 from=$SECONDS
  shift
  CURRENT=$name
  printf '\n=== %s\n' "$name"
  "$@" </dev/null
  CURRENT=
  printf -- '--- %s: %d s\n' "$name" $((SECONDS - from))
}

# The arguments that make vitest write its result beside showing it.
reporters() {
  printf -- '--reporter=default --reporter=json --outputFile.json=%s/%s.json' "$VITEST_JSON" "$1"
}

finish() {
  local code=$?
  if [ -n "${CURRENT:-}" ]; then printf -- '--- %s: FAILED\n' "$CURRENT"; fi
  printf '\nall steps: %d s\n' "$SECONDS"
  node .ci/tally.cjs "$VITEST_JSON" || code=$((code == 0 ? 1 : code))
  rm -rf "$VITEST_JSON"
  exit "$code"
}
