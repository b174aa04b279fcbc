import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atDepth } from '../../../../test/support/depth.js';
import { pdfPages } from '../../../../test/support/pdf-pages.js';
import type { PdfPage } from '../../../../test/support/pdf-pages.js';
import type { StoredLine } from '../contents/transcript.policy.js';
import { transcriptPdf } from './transcript-pdf.js';
import type { Transcript } from './transcript-text.policy.js';

const MARGIN = 50;

const transcript: Transcript = {
  callId: 'room-1',
  startedAt: new Date('2026-10-31T04:12:09.500Z'),
  project: 'Front desk',
  form: 'redacted',
  lines: [],
};

const line = (text: string, index = 0): StoredLine => ({
  role: index % 2 === 0 ? 'agent' : 'caller',
  text,
  offset_ms: index * 1000,
});
const saying = (...texts: string[]): Transcript => ({ ...transcript, lines: texts.map(line) });
const read = async (it: Transcript): Promise<PdfPage[]> => pdfPages(await transcriptPdf(it));

/** Items outside of the margins, or over another item of the same row. */
function misplaced({ width, height, items }: PdfPage): string[] {
  const wrong = items.filter(
    ({ x, y, width: wide }) =>
      x < MARGIN - 1 || x + wide > width - MARGIN + 1 || y < MARGIN - 1 || y > height - MARGIN,
  );
  for (const one of items) {
    for (const other of items) {
      if (
        one !== other &&
        one.x <= other.x &&
        Math.abs(one.y - other.y) < 1 &&
        one.x + one.width > other.x + 1
      ) {
        wrong.push(one);
      }
    }
  }
  return wrong.map(({ text, x, y, width: wide }) => `"${text}" at ${x}, ${y}, ${wide} wide`);
}

describe('transcriptPdf', () => {
  it('shows head, speakers and lines, and the call and the number on its page', async () => {
    const pages = await read(saying('How can I help you?', 'I would like to book.'));
    expect(pages.map(({ text }) => text)).toEqual([
      [
        'Call room-1, started 2026-10-31 04:12:09 UTC',
        'Call transcript',
        'Call room-1',
        'Started 2026-10-31 04:12:09 UTC',
        'Project Front desk',
        'Text redacted',
        '00:00 agent How can I help you?',
        '00:01 caller I would like to book.',
        '1 / 1',
      ].join('\n'),
    ]);
  });

  // calls-transcripts 3.1
  it('has its pages on A4', async () => {
    const [page] = await read(saying('Hello.'));
    expect([page!.width, page!.height]).toEqual([595.28, 841.89]);
  });

  // calls-transcripts 3.1
  it('numbers every page and names the call on each', async () => {
    const pages = await read(saying(...Array.from({ length: 130 }, (_, index) => `Line number ${index}.`)));
    expect(pages).toHaveLength(4);
    for (const [index, { text }] of pages.entries()) {
      expect(text.split('\n').at(-1)).toBe(`${index + 1} / 4`);
      expect(text.split('\n')[0]).toBe('Call room-1, started 2026-10-31 04:12:09 UTC');
    }
  });

  it('keeps its lines in their order', async () => {
    const texts = Array.from(
      { length: atDepth({ ordinary: 1000, full: 5000 }) },
      (_, index) => `This is what was said as line number ${index}.`,
    );
    const pages = await read(saying(...texts));
    const said = pages
      .map(({ text }) => text)
      .join('\n')
      .match(/line number \d+\./g);
    expect(said).toEqual(texts.map((_, index) => `line number ${index}.`));
    expect(pages.flatMap(misplaced)).toEqual([]);
  });

  it('continues a long line on the next page, and repeats who speaks', async () => {
    const words = Array.from({ length: 1600 }, (_, index) => `word${index}`);
    const pages = await read(saying(words.join(' ')));
    expect(pages.length).toBeGreaterThan(1);
    for (const { text } of pages) expect(text).toMatch(/^00:00 agent word\d+/m);
    expect(
      pages
        .map(({ text }) => text)
        .join(' ')
        .match(/word\d+/g),
    ).toEqual(words);
  });

  it.each([
    ['a web address', `https://example.com/${'path/'.repeat(60)}?q=${'x'.repeat(300)}`],
    ['a word without end', 'x'.repeat(5000)],
    ['wide letters', 'W'.repeat(2000)],
    ['an Arabic word without end', 'مرحبا'.repeat(400)],
    ['Arabic and Hebrew with numbers', 'مرحبا 123 (שלום) عالم 10:30 '.repeat(60)],
    ['marks without end', 'a\u0301\u0302\u0303\u0304\u0305\u0306'.repeat(500)],
    ['brackets', `א${'([{'.repeat(300)}${'}])'.repeat(300)}`],
  ])('keeps %s between the margins', async (_, text) => {
    const pages = await read(saying(text, 'Next.'));
    expect(pages.flatMap(misplaced)).toEqual([]);
    expect(pages.at(-1)!.text).toContain('caller Next.');
  });

  it('keeps a call and a project of long names between the margins', async () => {
    const pages = await read({
      ...saying('Hello.'),
      callId: 'W'.repeat(128),
      project: 'Front desk '.repeat(30),
    });
    expect(pages.flatMap(misplaced)).toEqual([]);
    expect(pages[0]!.text).toMatch(/^Call W+…, started 2026-10-31 04:12:09 UTC\n/);
  });

  // calls-transcripts 3.2
  it.each([
    'Renée Müller-Łukasz, Zażółć gęślą jaźń, Đặng Thị Hồng',
    'Καλημέρα, θα ήθελα ένα ραντεβού',
    'Здравствуйте, я хотел бы записаться',
    'Բարեւ Ձեզ',
    'შეხვედრა მინდა',
    'שלום, אני רוצה לקבוע תור ליום שלישי',
    'أريد حجز موعد يوم',
    'می‌خواهم',
  ])('draws "%s"', async (text) => {
    const [page] = await read(saying(text));
    // The reader does not see the joiner that separates two letters.
    expect(page!.text).toContain(text.replace('\u200c', ' '));
    expect(page!.text).not.toContain('not shown');
  });

  // calls-transcripts 3.2
  it('begins right-to-left lines at the right edge, and draws numbers in them from the left', async () => {
    const [page] = await read(saying('שלום בשעה 10:30'));
    const { x, width, text } = page!.items.find((item) => item.text.includes('שלום'))!;
    expect(x + width).toBeCloseTo(page!.width - MARGIN, 0);
    expect(text).toContain('10:30');
  });

  // calls-transcripts 3.3
  it('says where something cannot be shown, and where it can be read', async () => {
    const [page] = await read(saying('Thanks 👍🏽', '你好，请问', 'Yes.'));
    expect(page!.text).toContain('agent Thanks [emoji]\n');
    expect(page!.text).toContain('caller [not shown]\n');
    expect(page!.text).toMatch(
      /Yes\.\nSome characters of the conversation, such as emoji, cannot be shown[^]*The text download is complete\./,
    );
    expect((await read(saying('Yes.')))[0]!.text).not.toContain('cannot be shown');
  });

  it('shows no more different signs than can be put into a document at once', async () => {
    const latin = Array.from({ length: 900 }, (_, index) => String.fromCodePoint(0x100 + index));
    const [page] = await read(saying(latin.filter((sign) => /\p{L}/u.test(sign)).join(' ')));
    expect(page!.text).toContain('[not shown]');
  });

  it('lets no text pass for another line', async () => {
    const [page] = await read(saying('yes\n00:09 agent Refund granted\u2028\u202Efoo'));
    expect(page!.text).toContain('\n00:00 agent yes 00:09 agent Refund granted foo\n');
  });

  // Fails if the current date, a random id or earlier drawings affect a document. calls-transcripts
  // 3.5
  it('makes equal bytes of equal transcripts, whatever was made in between', async () => {
    const one = saying('Hello.', 'שלום', 'مرحبا 👍');
    const first = await transcriptPdf(one);
    await transcriptPdf(saying('Something else.', 'Καλημέρα'));
    const [again, atOnce] = await Promise.all([transcriptPdf(one), transcriptPdf(one)]);
    expect([again.equals(first), atOnce.equals(first)]).toEqual([true, true]);
    const later = await transcriptPdf({ ...one, startedAt: new Date('2026-10-31T04:12:10.500Z') });
    expect(later.equals(first)).toBe(false);
  });

  // calls-transcripts 3.4, 3.7
  it('takes half a million characters and refuses one more', async () => {
    const whole = Array.from({ length: 52 }, () => 'said '.repeat(2000));
    const rest = 512 * 1024 - 52 * 10_000;
    expect((await transcriptPdf(saying(...whole, 'x'.repeat(rest)))).subarray(0, 5).toString()).toBe('%PDF-');
    await expect(transcriptPdf(saying(...whole, 'x'.repeat(rest + 1)))).rejects.toMatchObject({
      entry: { code: 'DOWNLOAD_PDF_TOO_LARGE', status: 413 },
    });
  });

  // calls-transcripts 3.4, 3.7
  it('takes 5,000 lines of a hundred characters and refuses more than 250 pages', async () => {
    const lines = (count: number): string[] => Array.from({ length: count }, () => 'mentioned '.repeat(10));
    const whole = (await transcriptPdf(saying(...lines(5000)))).toString('latin1');
    expect(whole.match(/\/Type \/Page\b/g)).toHaveLength(213);
    await expect(
      transcriptPdf(saying(...Array.from({ length: 11_000 }, () => 'Yes.'))),
    ).rejects.toMatchObject({
      entry: { code: 'DOWNLOAD_PDF_TOO_LARGE' },
    });
  });

  // calls-transcripts 3.7: each change is drawn separately, which took 15 s for such a transcript.
  it('refuses a transcript that changes between scripts more often than people do', async () => {
    const alternating = 'אب'.repeat(5_000);
    await expect(
      transcriptPdf(saying(...Array.from({ length: 40 }, () => alternating))),
    ).rejects.toMatchObject({ entry: { code: 'DOWNLOAD_PDF_TOO_LARGE' } });
  });

  // Fails if a loop over rows or pages does not yield to the event loop.
  it('leaves turns of the event loop to others', async () => {
    let turns = 0;
    let isDone = false;
    const count = (): void => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    await transcriptPdf(
      saying(...Array.from({ length: 3000 }, (_, index) => `This is line number ${index}.`)),
    );
    isDone = true;
    expect(turns).toBeGreaterThan(15);
  });

  it('can be made of anything that is said', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'binary', maxLength: 200 }), { maxLength: 5 }),
        async (texts) => {
          const pages = await read(saying(...texts));
          expect(pages.flatMap(misplaced)).toEqual([]);
        },
      ),
      { numRuns: atDepth({ ordinary: 15, full: 40 }) },
    );
  });

  // Found by the test below: a vowel sign of Arabic on a letter of another alphabet, and on a sign
  // without a script.
  it.each(['\u1D9F\u20A0\u065A', '\u20AC\u065A', '\u03AD\u1D9F\u065A', 'ab\u065A', 'a\u05B0\u20AC\u05B0b'])(
    'draws %j from left to right, each sign in its place',
    async (text) => {
      const pages = await read(saying(text));
      expect(pages.flatMap(misplaced)).toEqual([]);
      const said = text.replace(/[\u065A\u05B0]/g, '');
      expect(pages[0]!.text).toContain(`agent ${said}`);
    },
  );

  // The characters of the scripts that are drawn, in any order: joiners, marks without a letter,
  // digits of two directions.
  it('can be made of any signs of the scripts it draws', async () => {
    const drawn = Array.from({ length: 0x2100 - 0x20 }, (_, index) =>
      String.fromCodePoint(0x20 + index),
    ).filter((sign) =>
      /[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Common}\p{sc=Inherited}]/u.test(
        sign,
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...drawn, ' ', ' '), { maxLength: 400 }), async (signs) => {
        const pages = await read(saying(signs.join('')));
        expect(pages.flatMap(misplaced)).toEqual([]);
      }),
      { numRuns: atDepth({ ordinary: 20, full: 60 }) },
    );
  });
});
