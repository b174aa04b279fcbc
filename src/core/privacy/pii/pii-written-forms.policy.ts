export type WrittenForm = 'phone' | 'social_security' | 'bank_account' | 'identity_document' | 'address';

/**
 * Personal data in its usual written forms: numbers of other countries or read out in words, social
 * security and account numbers, passports, licences, and street addresses (privacy 4.1). Every
 * expression has a bounded length, so the time is proportional to the text.
 * @param text in plain characters (plainText), with single spaces and nothing invisible
 * @param numbers the same with a letter for dates, times and amounts; empty without six digits in a
 *   row
 */
export function* writtenFormsIn(text: string, numbers: string): Generator<WrittenForm, undefined> {
  if (isSpelledOut(text)) yield 'phone';
  if (!/\d/.test(text)) return;
  if (isBesideItsName(text)) yield 'identity_document';
  const isLong = LONG_NUMBER.test(numbers);
  if (isLong && isForeignPhone(numbers)) yield 'phone';
  if ((isLong && isUnnamed(SOCIAL_SECURITY, numbers)) || isInsurance(text)) yield 'social_security';
  if (holdsBankAccount(text)) yield 'bank_account';
  if (isAddress(text)) yield 'address';
}

/** The positions where an expression matches; most texts match nowhere, which costs one search. */
const matchesOf = (form: RegExp, text: string): readonly RegExpExecArray[] =>
  text.search(form) < 0 ? [] : [...text.matchAll(form)];

const DIGIT_WORD = 'oh|o|zero|nought|one|two|three|four|five|six|seven|eight|nine';
const SPELLED = new RegExp(
  `(?<![\\p{L}\\d])(?:(?:${DIGIT_WORD}|double|triple|hundred)(?:[ ,.-]{1,3}|$)){5,40}`,
  'giu',
);
// As many as the shortest subscriber number; guests or invoices are never that many.
const SPELLED_DIGITS = 7;

const isSpelledOut = (text: string): boolean =>
  // Hardly any text has two of them in a row.
  /(?:zero|one|two|three|four|five|six|seven|eight|nine|double|triple)[ ,-]+(?:oh?|zero|nought|one|two|three|four|five|six|seven|eight|nine|double|triple)[ ,.-]/i.test(
    text,
  ) && matchesOf(SPELLED, text).some(([run]) => spelledDigits(run) >= SPELLED_DIGITS);

function spelledDigits(run: string): number {
  let digits = 0;
  let times = 1;
  for (const [word] of run.toLowerCase().matchAll(/[a-z]+/g)) {
    if (word === 'double') times = 2;
    else if (word === 'triple') times = 3;
    else {
      digits += word === 'hundred' ? 2 : times;
      times = 1;
    }
  }
  return digits;
}

// Words that introduce an order or case number, which is not personal data.
const REFERENCE =
  /(?:order|invoice|case|ticket|job|ref|reference|quote|parcel|tracking|claim|policy|booking|incident|serial|batch|part|model|meter)(?: (?:number|no))?[\s.:#-]{0,3}$/i;
const LOOKBEHIND_LENGTH = 24;

const isUnnamed = (form: RegExp, text: string): boolean =>
  matchesOf(form, text).some(
    ({ index }) => !REFERENCE.test(text.slice(Math.max(0, index - LOOKBEHIND_LENGTH), index)),
  );

// The fewest digits of a foreign telephone number and of a social security number, and the
// characters allowed between them.
const LONG_NUMBER = /\d(?:[ ()./-]{0,3}\d){7}/;

// With the 0 of an area code or the 00 before a country code; or in the groups of North America and
// India.
const FOREIGN = [
  String.raw`\(?0[1-9](?:[ ()./-]{0,2}\d){7,9}`,
  String.raw`00 ?[1-9](?:[ ()./-]{0,2}\d){7,13}`,
  String.raw`\(?[2-9]\d\d\)?[ .-]{1,2}[2-9]\d\d[ .-]\d{4}`,
  String.raw`[6-9]\d{4}[ -]\d{5}`,
];
const FOREIGN_PHONE = new RegExp(String.raw`(?<![\d.,/-])(?:${FOREIGN.join('|')})(?![\d/]|[.,-]\d)`, 'g');
// In a sentence about reaching a person, eight digits are a number in Singapore or Hong Kong.
const REACHED =
  /(?:contact(?:ed)?|messaged?|left|try|whatsapp|number)(?: (?:back|on|at|is|number|no))*[\s.:,]{1,3}$/i;

const EIGHT_DIGITS = /(?<![\d-])[2-9]\d{3} ?\d{4}(?![ -]?\d)/g;

const isForeignPhone = (numbers: string): boolean =>
  isUnnamed(FOREIGN_PHONE, numbers) ||
  matchesOf(EIGHT_DIGITS, numbers).some(
    ({ index }) =>
      REACHED.test(numbers.slice(Math.max(0, index - LOOKBEHIND_LENGTH), index)) &&
      !REFERENCE.test(numbers.slice(Math.max(0, index - LOOKBEHIND_LENGTH), index)),
  );

const SOCIAL_SECURITY = /(?<![\d-])(?!000|666|9)\d{3}(?<gap>[ -])\d\d\k<gap>\d{4}(?![\d-])/g;
// The national insurance number of the United Kingdom, and India's tax number.
const INSURANCE =
  /(?<![\p{L}\p{N}])(?:[A-CEGHJ-PR-TW-Z]{2} ?\d\d ?\d\d ?\d\d ?[A-D]|[A-Z]{5}\d{4}[A-Z])(?![\p{L}\p{N}])/u;

const isInsurance = (text: string): boolean => /\d\d(?<=[A-Z]{2} ?\d\d)/.test(text) && INSURANCE.test(text);

const NAMES_OF_NUMBERS =
  /(?<!\p{L})(?:passports?|travel document|licen[cs]e|aadhaar|nhs|ssn|social(?: security)?|national (?:insurance|id)|iban|bsb|sort code|account|acct|acc|a\/c)(?:[ ,:#.-]{1,3}(?:is|was|number|num|no|nr))*[ ,:#.-]{1,3}(?<number>[A-Z]{0,5}[ -]?\d[\p{L}\d]*(?:[ -]\d[\p{L}\d]*){0,4}|[A-Z]{1,5}\d[A-Z\d]*)/giu;
const LEAST_DIGITS = 5;

// At least LEAST_DIGITS digits, checked first: most words do not begin with one.
const NAMED_DIGITS = /\d(?:\p{L}*[ -]?\d){4}/u;

const isBesideItsName = (text: string): boolean =>
  NAMED_DIGITS.test(text) &&
  matchesOf(NAMES_OF_NUMBERS, text).some(
    ({ groups }) => groups!['number']!.replaceAll(/\D/g, '').length >= LEAST_DIGITS,
  );

// The length of an account number, by country (ISO 13616).
const IBAN_LENGTHS: Readonly<Record<string, number>> = {
  ...{
    NO: 15,
    BE: 16,
    DK: 18,
    FI: 18,
    NL: 18,
    SI: 19,
    AT: 20,
    LT: 20,
    LU: 20,
    EE: 20,
    CH: 21,
    LV: 21,
    HR: 21,
  },
  ...{
    BG: 22,
    DE: 22,
    GB: 22,
    IE: 22,
    AE: 23,
    IL: 23,
    CZ: 24,
    ES: 24,
    PK: 24,
    RO: 24,
    SA: 24,
    SE: 24,
    SK: 24,
  },
  ...{ PT: 25, IS: 26, TR: 26, FR: 27, GR: 27, IT: 27, SM: 27, CY: 28, HU: 28, PL: 28, MT: 31 },
};
const IBAN = /(?<![\p{L}\p{N}])[A-Z]{2}\d\d(?:[ -]?[A-Z0-9]){11,40}/giu;

const holdsBankAccount = (text: string): boolean =>
  matchesOf(IBAN, text).some(([found]) => {
    const account = found.replaceAll(/[ -]/g, '').toUpperCase();
    const length = IBAN_LENGTHS[account.slice(0, 2)];
    return length !== undefined && account.length >= length && isIban(account.slice(0, length));
  });

/**
 * Letters count from 10; with its first four characters moved to the end, the number is 1 modulo
 * 97.
 */
function isIban(account: string): boolean {
  let rest = 0;
  for (const character of account.slice(4) + account.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

const STREET =
  'Street|St|Road|Rd|Avenue|Ave|Parade|Pde|Highway|Hwy|Lane|Ln|Crescent|Cres|Court|Ct|Drive|Dr|Place|Pl|Terrace|Tce|' +
  'Close|Cl|Boulevard|Blvd|Way|Circuit|Cct|Esplanade|Quay|Grove|Gr|Square|Sq|Track|View|Rise|Parkway|Walk|Mews|Row|' +
  'Alley|Loop|Hill|Gardens|Gdns';
const STREET_ABROAD = 'Rue|Avenue|Boulevard|Chemin|Via|Viale|Piazza|Calle|Avenida|Rua';
const HOUSE = String.raw`(?<![\p{L}\p{N}.,:$-])\d{1,5}[A-Za-z]?(?:[/-]\d{1,5}[A-Za-z]?)?,? `;
// Not streets: 5 December, Dr Lee.
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\\p{Ll}*\\b';
const NAME = String.raw`(?!${MONTH})\p{Lu}[\p{L}'’.-]{0,30} `;
const ADDRESS = new RegExp(
  `${HOUSE}(?:(?:${NAME}){1,4}(?:${STREET})(?!\\p{L})|The (?:${STREET})(?!\\p{L})|(?:${STREET_ABROAD}) \\p{L})`,
  'u',
);
const STREET_THEN_NUMBER =
  /(?<!\p{L})\p{Lu}\p{Ll}{2,30}(?:strasse|straße|str\.|weg|platz|gasse|allee) \d{1,4}(?!\d)/u;
const POST_BOX = /(?<!\p{L})(?:G?P\.? ?O\.? ?Box|Locked Bag|Private Bag) \d/iu;

// A cheap test for the parts of an address after a digit: hardly any digit has them.
const isAddress = (text: string): boolean =>
  (/\d[A-Za-z]?,? \p{Lu}/u.test(text) && ADDRESS.test(text)) ||
  (/\d(?<=(?:sse|ße|str\.|weg|platz|allee) \d)/.test(text) && STREET_THEN_NUMBER.test(text)) ||
  (/\d(?<=(?:box|bag) \d)/i.test(text) && POST_BOX.test(text));
