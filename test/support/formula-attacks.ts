/** The beginnings of formulas, in the widths that East Asian spreadsheets treat as equal. */
const FORMULAS = [
  '=HYPERLINK(A1)',
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  '＝1+1',
  '＋1+1',
  '－1+1',
  '＠SUM(A1)',
];

/** The separators of cells anywhere in the world, and those that a dialogue offers. */
export const SEPARATORS = [',', ';', '\t', '|', ' ', ':'] as const;

const BREAKS = ['\n', '\r\n', '\r', '\u2028', '\u0085', '\v'];
const HIDERS = ['', ' ', '  ', '\ufeff', '\u200b', '\u2060', '"', '""', ' "', '\u00a0', '“', '\u{e0001}'];

const AROUND: readonly ((formula: string) => string)[] = [
  (formula) => `about;${formula};x`,
  (formula) => `about","${formula}","x`,
  (formula) => `about";"${formula}";"x`,
  (formula) => `about\t"${formula}"\tx`,
  (formula) => `he said "no";${formula}`,
  (formula) => `"${formula}`,
  (formula) => `";${formula};"`,
  (formula) => `a;b|c ${formula}`,
  (formula) => `${formula};${formula}`,
  (formula) => `;;${formula}`,
];

/**
 * Texts that become formulas if a spreadsheet separates cells, ends rows or reads quotes
 * differently from RFC 4180.
 */
export const FORMULA_ATTACKS: readonly string[] = [
  ...FORMULAS.flatMap((formula) => [
    formula,
    ...[...SEPARATORS, ...BREAKS].flatMap((separator) =>
      HIDERS.map((hider) => `about${separator}${hider}${formula}`),
    ),
    ...AROUND.map((around) => around(formula)),
  ]),
  "about;cmd|' /C calc'!A0",
  "about\tcmd|' /C calc'!A0;x",
  "about =cmd|' /C calc'!A0",
  'a -1+1 b',
  'a =',
  'a ="b"&A1',
];
