import metadata from 'libphonenumber-js/max/metadata';

// Indexes of the needed parts of a plan, which the library stores as a list.
const PATTERN = 2;
const LENGTHS = 3;
const TRUNK_PREFIX = 5;
const KINDS = 11;

/** Stands for any digit. */
const ANY = 'x';
// A digit, a class of digits, or \d; counts in braces stay unchanged.
const DIGIT = /(\{[^{}]*\})|\\d|\[[^[\]]*\]|\d/g;

/** The numbers under one country code, for all countries that share it. */
interface CodePlan {
  /** Matches numbers of all kinds; an x in them matches any digit. */
  readonly numbers: RegExp;
  readonly lengths: readonly number[];
  readonly hasTrunkZero: boolean;
}

const plans = new Map<string, CodePlan>();

/**
 * Whether a number has as many digits as others of its kind: fixed, mobile, free and so on
 * (requests 10.6). Its kind is that of the known numbers with the same beginning, so a range newer
 * than the tables gets the length of its neighbours.
 * @param code a country code without its plus
 * @param national the digits after it
 */
export function hasLengthOfItsKind(code: string, national: string): boolean {
  const { numbers, lengths } = planOf(code);
  if (numbers.test(national)) return true;
  if (!lengths.includes(national.length)) return false;
  for (let end = national.length; end >= 0; end -= 1) {
    const beginning = national.slice(0, end);
    const ofKind = lengths.filter((it) => it >= end && numbers.test(beginning.padEnd(it, ANY)));
    if (ofKind.length > 0) return ofKind.includes(national.length);
  }
  return false;
}

/**
 * Whether a zero after a country code is part of the number, the trunk prefix, or a mistake. In a
 * plan with a trunk zero, only known numbers begin with one, such as Indonesia's 007803. Italy's
 * fixed lines do, and its mobiles did until 2001.
 */
export function zeroAfterCode(code: string, national: string): 'number' | 'trunk' | 'mistake' {
  const { numbers, lengths, hasTrunkZero } = planOf(code);
  if (numbers.test(national)) return 'number';
  if (hasTrunkZero) return 'trunk';
  if (!lengths.some((it) => numbers.test('0'.padEnd(it, ANY)))) return 'mistake';
  return hasLengthOfItsKind(code, national) && numbers.test(national.slice(1)) ? 'trunk' : 'number';
}

function planOf(code: string): CodePlan {
  const known = plans.get(code);
  if (known) return known;
  const countries = metadata.country_calling_codes[code] ?? [];
  const found = [metadata.nonGeographic[code], ...countries.map((it) => metadata.countries[it])];
  const sheets = found.filter((it) => it !== undefined) as readonly (readonly unknown[])[];
  const plan = {
    numbers: anyOf(sheets.flatMap(patternsOf)),
    lengths: [...new Set(sheets.flatMap((it) => it[LENGTHS] as readonly number[]))],
    hasTrunkZero: sheets.some((it) => it[TRUNK_PREFIX] === '0'),
  };
  plans.set(code, plan);
  return plan;
}

/** The patterns of its kinds; a kind without a pattern is a zero in the table. */
function patternsOf(sheet: readonly unknown[]): string[] {
  const kinds = sheet[KINDS] as readonly (readonly [string] | 0)[] | undefined;
  const patterns = (kinds ?? []).flatMap((it) => (it === 0 || it[0] === '' ? [] : [it[0]]));
  return patterns.length > 0 ? patterns : [String(sheet[PATTERN])];
}

const anyOf = (patterns: readonly string[]): RegExp =>
  new RegExp(`^(?:${patterns.map((it) => it.replace(DIGIT, orAny)).join('|')})$`);

const orAny = (part: string, count: string | undefined): string =>
  count ?? (part.startsWith('[') ? `${part.slice(0, -1)}${ANY}]` : `[${part}${ANY}]`);
