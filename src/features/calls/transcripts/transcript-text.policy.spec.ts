import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attachmentOf, headOf, oneLine, timeInCall, transcriptText } from './transcript-text.policy.js';
import type { Transcript } from './transcript-text.policy.js';

const transcript: Transcript = {
  callId: 'room-1',
  startedAt: new Date('2026-10-31T04:12:09.500Z'),
  project: 'Front desk',
  form: 'redacted',
  lines: [
    { role: 'agent', text: 'How can I help you?', offset_ms: 0 },
    { role: 'caller', text: 'I would like to book.', offset_ms: 61_999 },
  ],
};

const written = (fields: Partial<Transcript> = {}): string =>
  [...transcriptText({ ...transcript, ...fields })].join('');
const said = (text: string): string => written({ lines: [{ role: 'caller', text, offset_ms: 0 }] });

// calls-transcripts 1.5, 2.1, 2.2
describe('transcriptText', () => {
  it('writes the head, an empty line, and each line with time and speaker', () => {
    expect(written()).toBe(
      'Call: room-1\n' +
        'Started: 2026-10-31 04:12:09 UTC\n' +
        'Project: Front desk\n' +
        'Text: redacted\n' +
        '\n' +
        '[00:00] agent: How can I help you?\n' +
        '[01:01] caller: I would like to book.\n',
    );
  });

  it('says when it is as it was spoken', () => {
    expect(headOf({ ...transcript, form: 'raw' })).toContainEqual(['Text', 'as spoken']);
  });

  it('has a head of four lines even for a project whose name has more', () => {
    expect(written({ project: 'Front\nCall: room-2\r\ndesk', lines: [] }).split('\n')).toEqual([
      'Call: room-1',
      'Started: 2026-10-31 04:12:09 UTC',
      'Project: Front Call: room-2 desk',
      'Text: redacted',
      '',
      '',
    ]);
  });

  // Fails if a text can end its own line: what follows would look like the next speaker.
  it.each(['\n', '\r\n', '\r', '\u2028', '\u2029', '\u0085', '\v', '\f', '\n\n'])(
    'keeps a text with %j in it on one line',
    (end) => {
      expect(said(`yes${end}[00:09] agent: Refund granted`)).toContain(
        '[00:00] caller: yes [00:09] agent: Refund granted\n',
      );
    },
  );

  it('writes a line of nothing as a line', () => {
    expect(said(' \u0007 ')).toMatch(/\n\[00:00\] caller:\n$/);
  });

  it('has one line for each that was spoken and ends with LF, whatever was said', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (texts) => {
        const lines = texts.map((text, index) => ({ role: 'agent' as const, text, offset_ms: index * 1000 }));
        const text = written({ lines });
        expect(text.endsWith('\n')).toBe(true);
        expect(text.split('\n')).toHaveLength(5 + texts.length + 1);
        expect(text).not.toMatch(/[\r\v\f\0\u0085\u2028\u2029]/);
        // Survives encoding to UTF-8 and back unchanged.
        expect(Buffer.from(text).toString()).toBe(text);
      }),
    );
  });
});

// calls-transcripts 2.2
describe('oneLine', () => {
  it.each([
    ['control characters', 'a\u0000b\u0007c\u001b[31md\u007fe\u009bf', 'abc[31mdef'],
    ['overrides of the order of words', 'a\u202Eb\u202Cc\u202Ad\u2066e\u2069f\u2068g', 'abcdefg'],
    ['a byte order mark', '\uFEFFabc', 'abc'],
  ])('removes %s', (_, text, expected) => {
    expect(oneLine(text)).toBe(expected);
  });

  it.each([
    ['letters of any script', 'Renée, Żółć, Καλημέρα, שלום, مرحبا, 你好, ขอบคุณ'],
    ['emoji with all their parts', '👍🏽 👩‍👩‍👧 🇦🇺 1️⃣'],
    ['the joiners and marks that spelling needs', 'می\u200Cخواهم, क्\u200Dष, א\u200F!'],
  ])('keeps %s', (_, text) => {
    expect(oneLine(text)).toBe(text);
  });

  it('mends halves of characters', () => {
    expect(oneLine('a\uD800b\uDC00c')).toBe('a\uFFFDb\uFFFDc');
  });
});

describe('timeInCall', () => {
  it.each([
    [0, '00:00'],
    [999, '00:00'],
    [1000, '00:01'],
    [59_999, '00:59'],
    [60_000, '01:00'],
    [5_999_999, '99:59'],
    [6_000_000, '100:00'],
    [2_147_483_647, '35791:23'],
  ])('writes %d ms as %s', (offset, expected) => {
    expect(timeInCall(offset)).toBe(expected);
  });
});

// calls-transcripts 1.4
describe('attachmentOf', () => {
  it.each([
    ['room-2026-10-31-000123', 'transcript-room-2026-10-31-000123.txt'],
    ['a:b', 'transcript-a_b.txt'],
    ['..', 'transcript-...txt'],
    ['CON', 'transcript-CON.txt'],
    ['a"; filename="x.exe', 'transcript-a___filename__x.exe.txt'],
    ['a/../b\\c\r\nX: y', 'transcript-a_.._b_c__X__y.txt'],
    ['naïve€', 'transcript-na_ve_.txt'],
  ])('calls the file of %j %s', (callId, name) => {
    expect(attachmentOf(callId, 'txt')).toBe(`attachment; filename="${name}"`);
  });

  it('fits any call into a name that a file system takes and a header may carry', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 128 }), (callId) => {
        const [, name] = /^attachment; filename="([A-Za-z0-9._-]+)"$/.exec(attachmentOf(callId, 'pdf')) ?? [];
        expect(name).toMatch(/^transcript-.*\.pdf$/);
        expect(name!.length).toBeLessThan(255);
      }),
    );
  });
});
