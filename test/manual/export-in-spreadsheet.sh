#!/bin/sh
# Opens exports in LibreOffice and fails when it takes any of their cells for a formula, by whichever characters it is
# told to separate cells, and whether it honours quotes or not. By hand, not part of npm test:
#   apt-get install --no-install-recommends libreoffice-calc-nogui
#   sh test/manual/export-in-spreadsheet.sh [file.csv ...]      default: the reviewed files of the tests
set -eu
cd "$(dirname "$0")/../.."
[ $# -gt 0 ] || set -- test/e2e/calls/export-goldens/*.csv
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Codes of characters: comma, semicolon, tab, pipe, blank, colon; MRG takes several in a row for one.
SEPARATORS='44 59 9 124 32 58 44/59/9 44/59/9/MRG 44/59/9/124/32/58 44/59/9/124/32/58/MRG'
# The double quote, and none at all.
QUOTES='34 0'

# convert FILE SEPARATORS QUOTE: writes FILE.fods. The last options: quoted cells are no text, numbers are detected,
# formulas are evaluated.
convert() {
  soffice "-env:UserInstallation=file://$work/profile" --headless --convert-to fods --outdir "$work" \
    --infilter="CSV:$2,$3,76,1,,0,false,true,false,true,,true" "$1" >/dev/null 2>&1
}
formulas() { grep -o 'table:formula=' "$work/$1.fods" | wc -l; }

# Without it the rest would pass as well when the check sees nothing.
printf 'a,b\r\n=1+1,"=SUM(1;2)"\r\n' >"$work/control.csv"
convert "$work/control.csv" 44 34
[ "$(formulas control)" = 2 ] || { echo 'control: a formula was not found where there is one'; exit 2; }
printf '"a","about;=1+1;x"\r\n' >"$work/control.csv"
for separators in 59 44/59/9/MRG; do
  convert "$work/control.csv" $separators 0
  [ "$(formulas control)" = 1 ] || { echo "control: no formula was found behind $separators"; exit 2; }
done

failed=0
for file in "$@"; do
  for quote in $QUOTES; do
    for separators in $SEPARATORS; do
      rm -f "$work/$(basename "$file" .csv).fods"
      convert "$file" "$separators" "$quote"
      found=$(formulas "$(basename "$file" .csv)")
      echo "$file: separated by $separators, quotes $quote: $found formulas"
      [ "$found" = 0 ] || failed=1
    done
  done
done
exit $failed
