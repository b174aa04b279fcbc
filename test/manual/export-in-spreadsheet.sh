#!/bin/sh
# Opens exports in LibreOffice and fails when it takes any of their cells for a formula. By hand, not part of npm test:
#   apt-get install --no-install-recommends libreoffice-calc-nogui
#   sh test/manual/export-in-spreadsheet.sh [file.csv ...]      default: the reviewed files of the end-to-end tests
set -eu
cd "$(dirname "$0")/../.."
[ $# -gt 0 ] || set -- test/e2e/calls/export-goldens/*.csv
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

convert() {
  soffice "-env:UserInstallation=file://$work/profile" --headless --convert-to fods --outdir "$work" \
    --infilter='CSV:44,34,76,1,,0,false,true,false,true' "$1" >/dev/null 2>&1
}

# Without it the rest would pass as well when the check sees nothing.
printf 'a,b\r\n=1+1,"=SUM(1;2)"\r\n' >"$work/control.csv"
convert "$work/control.csv"
grep -q 'table:formula=' "$work/control.fods" || { echo 'control: no formula was found where there is one'; exit 2; }

failed=0
for file in "$@"; do
  convert "$file"
  formulas=$(grep -c 'table:formula=' "$work/$(basename "$file" .csv).fods" || true)
  echo "$file: $formulas formulas"
  [ "$formulas" = 0 ] || failed=1
done
exit $failed
