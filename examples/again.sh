#!/bin/sh
# Runs a command, and up to twice more while its exit code says that it may be run again:
# 8 throttled, 9 unreachable, 12 not the whole answer. Every other code is passed on, above all 10: outcome unknown.
#   again.sh remit payable list --csv --out payables.csv --force
for pause in 5 30 0; do
  code=0
  "$@" || code=$?
  case $code in
    8 | 9 | 12) [ "$pause" -eq 0 ] || sleep "${AGAIN_PAUSE:-$pause}" ;;
    *) exit "$code" ;;
  esac
done
exit "$code"
