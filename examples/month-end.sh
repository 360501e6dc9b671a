#!/usr/bin/env bash
# Closes a month: settles what is in doubt, exports what happened, plans what is due, rehearses paying it, and reports.
# It pays nothing: the last line it prints is the command that would.
#   MAX_TOTAL=20000 examples/month-end.sh 2026-03 /var/lib/remit/closing
set -euo pipefail

month=${1:?month, such as 2026-03}
folder=${2:?folder for the files}/$month
due=${DUE_BY:-$(date -d "$month-01 +1 month -1 day" +%F)}
again=$(dirname "$0")/again.sh
limit=(--max-total "${MAX_TOTAL:?most that may be paid in all, in dollars}")

say() { printf '%s\n' "$*" >&2; }

umask 077
mkdir -p "$folder"

# 10: something may have been paid and nobody knows. Nothing is planned before somebody does.
"$again" remit journal reconcile --no-wait --csv --out "$folder/doubts.csv" --force || {
  code=$?
  [ "$code" -ne 10 ] || say "Something is in doubt: see $folder/doubts.csv and remit journal resolve."
  exit "$code"
}

"$again" remit payable list --csv --out "$folder/payables.csv" --force
"$again" remit connection export --out "$folder/connections.csv" --force
remit journal export --csv --out "$folder/journal.csv" --force

# 7 is a refusal. That nothing is due is one of them, and the only one that ends the month well.
code=0
"$again" remit run plan --due-to "$due" "${limit[@]}" --json --out "$folder/plan.json" --force \
  2>"$folder/plan.log" || code=$?
if [ "$code" -ne 0 ]; then
  if grep -q '"code":"nothing_to_pay"' "$folder/plan.log"; then
    say "Nothing is due by $due. The exports are in $folder."
    exit 0
  fi
  cat "$folder/plan.log" >&2
  exit "$code"
fi

"$again" remit run apply "$folder/plan.json" "${limit[@]}" --dry-run >"$folder/requests.json"
remit run show "$folder/plan.json"
remit run report "$folder/plan.json" --csv --out "$folder/report.csv" --force
say "To pay it: remit run apply $folder/plan.json ${limit[*]}"
