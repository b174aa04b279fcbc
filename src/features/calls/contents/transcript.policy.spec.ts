import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLines, transcriptStatus, verifiedLines, withLines } from './transcript.policy.js';
import type { StoredLine } from './transcript.policy.js';

const line: StoredLine = { role: 'agent', text: 'Hello.', offset_ms: 0 };

describe('readLines', () => {
  it.each([
    ['no lines', [], []],
    ['lines in their order', [line, { ...line, role: 'caller', text: '' }], undefined],
    ['fields beside those of a line, which are left out', [{ ...line, key_id: 'k', note: 'x' }], [line]],
  ])('reads %s', (_, stored, expected) => {
    expect(readLines(stored)).toEqual(expected ?? stored);
  });

  it.each([
    ['null', null],
    ['a text', 'Hello.'],
    ['an object', { 0: line, length: 1 }],
    ['a line that is null', [line, null]],
    ['a line that is a text', ['Hello.']],
    ['a line without a role', [{ text: 'Hello.', offset_ms: 0 }]],
    ['an unknown role', [{ ...line, role: 'system' }]],
    ['a role that every object has by birth', [{ ...line, role: 'constructor' }]],
    ['a text that is a number', [{ ...line, text: 61491570006 }]],
    ['a text that is an object', [{ ...line, text: { toString: 'x' } }]],
    ['an offset that is a text', [{ ...line, offset_ms: '0' }]],
    ['an offset before the start', [{ ...line, offset_ms: -1 }]],
    ['an offset between two milliseconds', [{ ...line, offset_ms: 0.5 }]],
    ['one broken line among sound ones', [line, line, { ...line, text: null }, line]],
  ])('gives nothing at all for %s', (_, stored) => {
    expect(readLines(stored)).toBeNull();
  });

  it('gives lines or nothing for any JSON, and only the three fields of a line', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (stored) => {
        const lines = readLines(stored);
        for (const it of lines ?? []) expect(Object.keys(it)).toEqual(['role', 'text', 'offset_ms']);
      }),
    );
  });
});

describe('verifiedLines', () => {
  it.each([null, 'pending', 'failed', 'Verified', 'VERIFIED', 'verified ', 'unverified', ''])(
    'shows nothing of a redaction that is %j',
    (status) => {
      expect(verifiedLines(status, [line])).toBeNull();
    },
  );

  it('shows the lines of a verified one, if there are any', () => {
    expect(verifiedLines('verified', [line])).toEqual([line]);
    expect(verifiedLines('verified', [])).toBeNull();
    expect(verifiedLines('verified', null)).toBeNull();
  });
});

describe('transcriptStatus', () => {
  const none = {
    isKept: true,
    isStored: false,
    redactionStatus: null,
    readable: null,
    isUnreadable: false,
  };

  it.each([
    ['nothing is stored', {}, 'none'],
    [
      'there are lines to read',
      { isStored: true, redactionStatus: 'verified', readable: [line] },
      'available',
    ],
    [
      'there are lines to read though the redaction failed',
      { isStored: true, redactionStatus: 'failed', readable: [line] },
      'available',
    ],
    ['there is a transcript, and no word of a redaction', { isStored: true }, 'pending'],
    ['the redaction is under way', { isStored: true, redactionStatus: 'pending' }, 'pending'],
    ['the redaction is under way before anything is stored', { redactionStatus: 'pending' }, 'pending'],
    ['the redaction failed', { isStored: true, redactionStatus: 'failed' }, 'failed'],
    ['the redaction failed with nothing stored', { redactionStatus: 'failed' }, 'failed'],
    ['a verified redaction has no lines', { isStored: true, redactionStatus: 'verified' }, 'failed'],
    ['there was nothing to redact', { redactionStatus: 'verified' }, 'none'],
    ['the status is an unknown word', { isStored: true, redactionStatus: 'Verified' }, 'failed'],
    [
      'what could be read does not open',
      { isStored: true, redactionStatus: 'verified', isUnreadable: true },
      'failed',
    ],
    [
      'one form does not open and the other can be read',
      { isStored: true, redactionStatus: 'verified', readable: [line], isUnreadable: true },
      'available',
    ],
    [
      'what could be read does not open while the redaction is under way',
      { isStored: true, redactionStatus: 'pending', isUnreadable: true },
      'failed',
    ],
    [
      'it is past its retention, with lines to read',
      { isKept: false, isStored: true, redactionStatus: 'verified', readable: [line] },
      'none',
    ],
    [
      'it is past its retention and its redaction failed',
      { isKept: false, isStored: true, redactionStatus: 'failed', isUnreadable: true },
      'none',
    ],
    [
      'it is past its retention and its redaction is under way',
      { isKept: false, isStored: true, redactionStatus: 'pending' },
      'none',
    ],
  ] as const)('when %s', (_, facts, status) => {
    expect(transcriptStatus({ ...none, ...facts })).toBe(status);
  });
});

it('takes a transcript without lines for none', () => {
  expect([withLines(null), withLines([]), withLines([line])]).toEqual([null, null, [line]]);
});
