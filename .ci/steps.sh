# Sourced by the scripts beside it: steps with their times, and the tally of every vitest run as the last line.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export CI=true

VITEST_JSON="$(mktemp -d)"
export VITEST_JSON
BESIDE="$(mktemp -d)"
TIMES=()
declare -A PIDS=()
BEGUN=0
trap finish EXIT

# step <name> <command...>: runs it without a keyboard, and says how long it took.
step() {
  local name=$1 from=$SECONDS
  shift
  CURRENT=$name
  printf '\n=== %s\n' "$name"
  "$@" </dev/null
  CURRENT=
  took "$name" $((SECONDS - from))
}

# begin <name> <command...>: runs it beside the next steps, in silence until `await` waits for it.
begin() {
  local name=$1 log="$BESIDE/$((++BEGUN))"
  shift
  printf '\n=== %s: begins, and goes on beside what follows\n' "$name"
  (
    from=$SECONDS code=0
    trap - EXIT
    ("$@") </dev/null >"$log" 2>&1 || code=$?
    printf '%d' $((SECONDS - from)) >"$log.seconds"
    exit "$code"
  ) &
  PIDS[$name]="$! $log"
}

# await <name>: waits for what `begin` began, and shows what it printed.
await() {
  local name=$1 pid log code=0 from=$SECONDS
  read -r pid log <<<"${PIDS[$name]}"
  unset "PIDS[$name]"
  CURRENT=$name
  wait "$pid" || code=$?
  printf '\n=== %s\n' "$name"
  cat "$log"
  if [ "$code" -ne 0 ]; then return "$code"; fi
  CURRENT=
  took "$name" "$(cat "$log.seconds")" ", beside others; waited for $((SECONDS - from)) s"
}

took() {
  TIMES+=("$(printf '%6d s  %s%s' "$2" "$1" "${3:-}")")
  printf -- '--- %s: %d s%s\n' "$1" "$2" "${3:-}"
}

# The arguments that make vitest write its result beside showing it.
reporters() {
  printf -- '--reporter=default --reporter=json --outputFile.json=%s/%s.json' "$VITEST_JSON" "$1"
}

finish() {
  local code=$? running
  if [ -n "${CURRENT:-}" ]; then printf -- '--- %s: FAILED\n' "$CURRENT"; fi
  for running in "${PIDS[@]}"; do wait "${running% *}" || code=$((code == 0 ? 1 : code)); done
  printf '\nseconds of each step\n'
  if [ "${#TIMES[@]}" -gt 0 ]; then printf '%s\n' "${TIMES[@]}"; fi
  printf '%6d s  all steps\n' "$SECONDS"
  node .ci/tally.cjs "$VITEST_JSON" || code=$((code == 0 ? 1 : code))
  rm -rf "$VITEST_JSON" "$BESIDE"
  exit "$code"
}
