import { describe, expect, it } from 'vitest';
import { accepting, carriedOver, FindingsOfText, mayBeRead, mayEnterBuild } from './findings.policy.js';

const findingsOf = (...texts: string[]) => {
  const found = new FindingsOfText();
  for (const text of texts) for (const steps = found.take(text); !steps.next().done;);
  return found.all();
};
const foundIn = (...texts: string[]) => findingsOf(...texts).map(({ name, count }) => [name, count]);
const digestOf = (text: string) => findingsOf(text)[0]?.digest;

// knowledge 3.7
describe('the findings of a text', () => {
  it.each([
    ['nothing', ['We are open from 9 to 5.'], []],
    ['addresses of mail', ['Write to a@example.com.\nOr to b@example.com.'], [['email', 2]]],
    [
      'several kinds, by name',
      ['Call 0412 345 678. Mail a@example.com.', 'The password is hunter2-and-more.'],
      [
        ['credential', 1],
        ['email', 1],
        ['phone', 1],
      ],
    ],
    ['a key', ['Use sk_live_4f9c2a7e1b for payments'], [['credential', 1]]],
    ['a number over two lines', ['Call 0412 345\n678 today'], [['phone', 1]]],
    [
      'every kind in a line',
      ['Mail a@example.com or call 0412 345 678'],
      [
        ['email', 1],
        ['phone', 1],
      ],
    ],
    [
      'a number over two lines beside another kind',
      ['Mail a@example.com\nCall 0412 345\n678 today'],
      [
        ['email', 1],
        ['phone', 1],
      ],
    ],
  ])('are %s', (_, texts, expected) => {
    expect(foundIn(...texts)).toEqual(expected);
  });

  it('have a digest of their passages alone', () => {
    const digest = digestOf('We moved.\nMail a@example.com.');
    expect(digestOf('We stayed.\nMail a@example.com.')).toBe(digest);
    expect(digestOf('We moved.\nMail b@example.com.')).not.toBe(digest);
  });
});

const EMAIL = { name: 'email', count: 1, mark: 'm1', accepted: false } as const;
const PHONE = { name: 'phone', count: 2, mark: 'm2', accepted: true } as const;

// knowledge 3.8
describe('the acceptance of findings', () => {
  it.each([
    ['replaces the earlier one', ['email'], [true, false], []],
    ['is taken back', [], [false, false], []],
    ['names only findings of the source', ['email', 'address'], [true, false], ['address']],
  ])('%s', (_, names, accepted, unknown) => {
    const answer = accepting([EMAIL, PHONE], names);
    expect([answer.findings.map((it) => it.accepted), answer.unknown]).toEqual([accepted, unknown]);
  });

  it.each([
    ['holds for the same passages', { name: 'phone', count: 2, marks: ['m2'] } as const, true],
    ['holds under a new key', { name: 'phone', count: 2, marks: ['new', 'm2'] } as const, true],
    ['ends when they change', { name: 'phone', count: 2, marks: ['m3'] } as const, false],
    ['is of one name', { name: 'address', count: 2, marks: ['m2'] } as const, false],
    ['does not begin by itself', { name: 'email', count: 1, marks: ['m1'] } as const, false],
  ])('%s', (_, found, accepted) => {
    expect(carriedOver([found], [EMAIL, PHONE])).toEqual([
      { name: found.name, count: found.count, mark: found.marks[0], accepted },
    ]);
  });
});

// knowledge 2.6
it.each([
  ['without a text', null, [], false],
  ['with a text', 'h', [], true],
  ['with findings that are accepted', 'h', [PHONE], true],
  ['with one that is not', 'h', [PHONE, EMAIL], false],
] as const)('a source %s may enter a build: %#', (_, hash, findings, expected) => {
  expect(mayEnterBuild(hash, findings)).toBe(expected);
});

// knowledge 3.11
it.each([
  ['a text that was read', { kind: 'text', status: 'ready' }, true],
  ['a text that is not read yet', { kind: 'text', status: 'pending' }, false],
  ['a text that could not be read', { kind: 'text', status: 'failed' }, false],
  ['a file whose newer upload is not read yet', { kind: 'file', status: 'pending' }, true],
  ['a page that could not be read again', { kind: 'url', status: 'failed' }, true],
  ['a file without a text', { kind: 'file', status: 'pending', content_hash: null }, false],
  ['a text with accepted findings', { kind: 'text', status: 'ready', findings: [PHONE] }, true],
  ['a text with one that is not', { kind: 'text', status: 'ready', findings: [PHONE, EMAIL] }, false],
  ['a page with one that is not', { kind: 'url', status: 'ready', findings: [EMAIL] }, false],
] as const)('every reader of the project may read %s: %#', (_, source, expected) => {
  expect(mayBeRead({ content_hash: 'h', findings: [], ...source })).toBe(expected);
});
