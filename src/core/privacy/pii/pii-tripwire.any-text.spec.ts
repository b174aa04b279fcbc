import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atDepth } from '../../../../test/support/depth.js';
import { MONTH_NAME } from './birth-date.policy.js';
import { detectPii } from './pii-tripwire.policy.js';

const kindIn = (text: string): string | null => detectPii(text)?.kind ?? null;

const digits = (length: number): fc.Arbitrary<string> =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((it) => it.join(''));

/** Digits with a check digit; some have no valid one and are drawn again. */
const completed = (head: fc.Arbitrary<string>, isRight: (digits: readonly number[]) => boolean) =>
  head
    .map((text) => [...'0123456789'].map((last) => text + last).find((it) => isRight([...it].map(Number))))
    .filter((it) => it !== undefined);

const sum = (values: readonly number[], weights: readonly number[]): number =>
  weights.reduce((total, weight, index) => total + weight * values[index]!, 0);

// The arithmetic implemented again, from the issuers' publications.
const tfn9 = completed(digits(8), (it) => sum(it, [1, 4, 3, 7, 5, 8, 6, 9, 10]) % 11 === 0);
const tfn8 = completed(digits(7), (it) => sum(it, [10, 7, 8, 4, 6, 3, 5, 1]) % 11 === 0);
const medicare = fc
  .tuple(
    completed(
      fc.tuple(fc.constantFrom('2', '3', '4', '5', '6'), digits(7)).map((it) => it.join('')),
      (it) => sum(it, [1, 3, 7, 9, 1, 3, 7, 9]) % 10 === it[8],
    ),
    fc.constantFrom('1', '11', '35'),
  )
  .map((it) => it.join(''));
const abn = completed(
  fc.tuple(fc.integer({ min: 1, max: 9 }), digits(9)).map((it) => it.join('')),
  ([first, ...rest]) => sum([first! - 1, ...rest], [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) % 89 === 0,
);
const card = completed(
  fc.integer({ min: 12, max: 18 }).chain(digits),
  (it) =>
    it.toReversed().reduce((total, digit, place) => {
      const value = place % 2 === 1 ? digit * 2 : digit;
      return total + Math.floor(value / 10) + (value % 10);
    }, 0) %
      10 ===
    0,
);
const abroad = fc.constantFrom('61', '0061', '001161', '610');
const phone = fc
  .oneof(
    fc.tuple(fc.constantFrom('02', '03', '04', '05', '07', '08'), digits(8)),
    fc.tuple(abroad, fc.constantFrom('2', '3', '4', '5', '7', '8'), digits(8)),
    fc.tuple(fc.constantFrom('', '61'), fc.constantFrom('1300', '1800'), digits(6)),
    fc.tuple(fc.constantFrom('', '61'), fc.constantFrom('131', '135', '139'), digits(3)),
  )
  .map((it) => it.join(''));

const NUMBERS = { tfn9, tfn8, medicare, abn, card, phone };

const GAPS = [
  '',
  '',
  '',
  '',
  ' ',
  '-',
  '.',
  ' - ',
  '(',
  ') ',
  '\u00A0',
  '\u200B',
  '\u2011',
  '–',
  ', ',
  '/',
  '\n',
  '_',
  ' \u2009 ',
];
const SCRIPTS = [
  '0123456789',
  '0123456789',
  '０１２３４５６７８９',
  '٠١٢٣٤٥٦٧٨٩',
  '๐๑๒๓๔๕๖๗๘๙',
  '⓪①②③④⑤⑥⑦⑧⑨',
];

// A number that is written like a date is treated as a date.
const LOOKS_LIKE_DATE = /(?<!\d)\d{1,4}([/.-])\d{1,2}\1\d{1,4}(?!\d)/;
const plainly = (text: string): string => text.normalize('NFKC').replace(/[\u2010-\u2015]/g, '-');

/** The number with its digits in any script and anything in between. */
const written = (number: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  number.chain((text) =>
    fc
      .tuple(
        fc.constantFrom(...SCRIPTS),
        fc.array(fc.constantFrom(...GAPS), { minLength: text.length - 1, maxLength: text.length - 1 }),
      )
      .map(([script, gaps]) => {
        const signs = [...script];
        const spaced = (sign: (digit: string) => string): string =>
          [...text].map((digit, index) => sign(digit) + (gaps[index] ?? '')).join('');
        return { plain: plainly(spaced((digit) => digit)), text: spaced((digit) => signs[Number(digit)]!) };
      })
      .filter(({ plain }) => !LOOKS_LIKE_DATE.test(plain))
      .map((it) => it.text),
  );

const anyText = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), fc.lorem());
// Text that would make a part of the number belong to something else: more digits of a group, a
// currency, an hour's half. After the name of a month, 05, 1941 is the rest of a date, before any
// text.
const MONTH_BEFORE = new RegExp(String.raw`(?<!\p{L})${MONTH_NAME}[^\p{L}]*$`, 'iu');
const before = anyText.filter((text) => {
  const plain = text.normalize('NFKC');
  return !/[\p{N}\p{Sc}][^\p{L}]*$/u.test(plain) && !MONTH_BEFORE.test(plain);
});
const after = anyText.filter((text) => !/^[^\p{L}]*(\p{N}|[ap]\.?m)/iu.test(text.normalize('NFKC')));

describe.each(Object.entries(NUMBERS))('any %s', (_, number) => {
  const runs = { numRuns: atDepth({ ordinary: 250, full: 1000 }) };

  // privacy 4.1
  it('is found in any spacing and script, inside any text', () => {
    fc.assert(
      fc.property(before, written(number), after, (head, it, tail) => kindIn(head + it + tail) !== null),
      runs,
    );
  });

  it('is found between other figures', () => {
    const figures = fc.integer({ min: 0, max: 99_999 });
    const apart = fc.constantFrom(' ', ', ', ' - ', '. ', '\n', '\u200B');
    fc.assert(
      fc.property(
        figures,
        apart,
        number,
        apart,
        figures,
        (one, gap, it, other, two) => kindIn(`${one}${gap}${it}${other}${two}`) !== null,
      ),
      runs,
    );
  });
});

describe('the tripwire on a long text made to be slow', () => {
  const HOSTILE = [
    ...['1', '7 ', '111,', '1\u200B', '12 3456 ', '((((1', '+1', '0412 ', '13 ', '1:11:', '1/1/85 '],
    ...['14/11/2026 ', '11-11-1111-', '$1,', '$1.11', '1 pm ', 'may 1 ', 'a', 'a.b-', 'call ', 'at a '],
    ...[
      'dob ',
      'dob, booked 1.1.85 and then, ',
      'nineteen ',
      'first of ',
      'born. B',
      '@',
      '@ a',
      '@a-',
      ' ',
      '\u200B',
    ],
    ...[
      'one ',
      'double double ',
      'oh, ',
      '0 1',
      '020 7946 ',
      '555-555-',
      '98765 ',
      'GB82 ',
      'GB82WEST',
      'AB12CD34 ',
    ],
    ...[
      'passport ',
      'account no. ',
      'licence number, ',
      '12 Smith ',
      '1 A B C ',
      '5 The ',
      'Aastrasse ',
      'left 6555 ',
    ],
    ...['٣', '\uD800', '\u0332', '\uFDFA'],
  ];
  const SIZE = atDepth({ ordinary: 32, full: 256 }) * 1024;

  /** CPU time of this process in milliseconds: other processes on the machine do not count. */
  function costOf(text: string): number {
    const started = process.cpuUsage();
    detectPii(text);
    return process.cpuUsage(started).user / 1000;
  }

  // Each position of a text is visited a bounded number of times: four times the text takes four
  // times the work, whereas a search that looks back over the whole text would need sixteen times
  // as much. privacy 4.4
  it.each(HOSTILE)('of %j takes time in proportion', (unit) => {
    // Some characters expand to a whole phrase, and only text that is read costs time.
    const { length } = unit.normalize('NFKC');
    const ofLength = (size: number): string => `${unit.repeat(Math.ceil(size / length))}@ `;
    const small = Math.max(costOf(ofLength(SIZE)), costOf(ofLength(SIZE)));
    // The best of three, because garbage collection may happen in any of them.
    const isProportional = (): boolean => costOf(ofLength(4 * SIZE)) < 10 * small + 50;
    expect(isProportional() || isProportional() || isProportional()).toBe(true);
  });
});
