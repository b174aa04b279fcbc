import { describe, expect, it } from 'vitest';
import { atDepth } from '../../../../test/support/depth.js';
import { largeContents } from '../../../../test/support/knowledge/large-contents.js';
import {
  docxBomb,
  docxOf,
  formattedPages,
  pdfBomb,
  pdfWith,
} from '../../../../test/support/knowledge/documents.js';
import { ParseProcess, type ParsedContent } from './parse-process.js';

const MIB = 1024 * 1024;
const SIZE = atDepth({ ordinary: 1, full: 20 }) * MIB;

const parser = new ParseProcess();
const parse = (content: string | Buffer, charset: string | null = null) =>
  parser.parse({ content: [Buffer.from(content)], charset });

async function parsed(content: string | Buffer, charset: string | null = null): Promise<ParsedContent> {
  const answer = await parse(content, charset);
  if (typeof answer === 'string') throw new Error(answer);
  return answer;
}

// knowledge 3.6, 3.7
describe('a content', () => {
  it('is read in a process of its own, in its charset, with its size', async () => {
    const page = '<html><head><title>Zeiten</title></head><h1>Öffnung</h1><p>Täglich</p></html>';
    expect(await parsed(Buffer.from(page, 'latin1'), 'iso-8859-1')).toEqual({
      mediaType: 'text/html',
      title: 'Zeiten',
      blocks: [{ heading: 'Öffnung', page: null, place: 0, text: 'Täglich' }],
      textBytes: 8,
    });
  });

  it('that cannot be read says why', async () => {
    expect(await parse(pdfWith([[]]))).toBe('no_text');
  });
});

const LARGE = largeContents(SIZE);

// knowledge 3.1, 3.3
describe('a large content', () => {
  // The test of parse-content tries a smaller size of each.
  it.each(LARGE.slice(0, atDepth({ ordinary: 3, full: LARGE.length })))(
    'is read: %s',
    async (_, content, mediaType) => {
      const read = await parsed(content());
      expect(read.mediaType).toBe(mediaType);
      expect(read.textBytes).toBeGreaterThan(SIZE / 4);
    },
  );
});

// knowledge 3.3
describe('a DOCX with as much formatting as text', () => {
  it('is read within the memory of a parser', async () => {
    const pages = atDepth({ ordinary: 60, full: 600 });
    const read = await parsed(await docxOf(formattedPages(pages)));
    expect(read.textBytes).toBeGreaterThan(pages * 2_000);
  });
});

type Excess = readonly [name: string, content: () => Buffer | Promise<Buffer>, code: string];
const PDF: Excess = ['a PDF that unpacks to 160 MB', pdfBomb, 'too_large'];
const DOCX: Excess = ['a DOCX that unpacks to 160 MB', docxBomb, 'too_large'];
const LONG: Excess = [
  'a CSV with more than 50 MB of text',
  () => Buffer.from(`${'a'.repeat(60)},${'b'.repeat(60)}\n${'1,2\n'.repeat(390_000)}`),
  'too_large',
];
// A record with millions of cells.
const ONE_LINE: Excess = [
  'a CSV in one line',
  () => Buffer.from(`a,b\n${'1,2\n'.repeat(20_000)}${','.repeat(19 * MIB)}`),
  'too_large',
];
const BLANK: Excess = ['blank lines', () => Buffer.alloc(SIZE, '\n'), 'no_text'];

// knowledge 3.3, 3.6
describe('a content that takes too much', () => {
  it.each<Excess>(atDepth({ ordinary: [PDF, LONG, ONE_LINE], full: [PDF, DOCX, LONG, ONE_LINE, BLANK] }))(
    'such as %s',
    async (_, content, code) => {
      expect(await parse(await content())).toBe(code);
    },
  );
});
