import { describe, expect, it } from 'vitest';
import { png, zip } from '../../../../test/support/attachments/sound-files.js';
import { docxOf, docxWith, formattedPages, pdfWith } from '../../../../test/support/knowledge/documents.js';
import { largeContents } from '../../../../test/support/knowledge/large-contents.js';
import { readContent } from './parse-content.js';
import type { ParsedBlock } from './parse-process.js';

const MIB = 1024 * 1024;

interface Found {
  readonly mediaType: string;
  readonly title: string | null;
  readonly blocks: readonly ParsedBlock[];
}

async function parse(content: string | Buffer, charset: string | null = null): Promise<Found | string> {
  const blocks: ParsedBlock[] = [];
  const read = await readContent({ content: new Uint8Array(Buffer.from(content)), charset }, (some) => {
    blocks.push(...some);
  });
  return typeof read === 'string' ? read : { ...read, blocks };
}

async function parsed(content: string | Buffer, charset: string | null = null): Promise<Found> {
  const answer = await parse(content, charset);
  if (typeof answer === 'string') throw new Error(answer);
  return answer;
}

const linesOf = ({ blocks }: Found) => blocks.map(({ heading, page, text }) => [heading, page, text]);

const MARKDOWN = `# Practice

We answer calls.

## Opening hours

Weekdays from 9 to 5.

Lunch
-----

From 12 to 1.

\`\`\`
# no heading
\`\`\`
`;

// knowledge 3.6, 3.7
describe('the texts of contents', () => {
  it('are passages below their headings in Markdown', async () => {
    const content = await parsed(MARKDOWN);
    expect(content.mediaType).toBe('text/markdown');
    expect(linesOf(content)).toEqual([
      ['Practice', null, 'We answer calls.'],
      ['Practice > Opening hours', null, 'Weekdays from 9 to 5.'],
      ['Practice > Lunch', null, 'From 12 to 1.\n\n# no heading'],
    ]);
    expect(content.blocks.map(({ place }) => place)).toEqual([0, 18, 41]);
  });

  it('have the pages of a PDF, of which no script runs', async () => {
    const content = await parsed(pdfWith([['Prices of the prac-', 'tice are these.'], ['Page two.']]));
    expect(content.mediaType).toBe('application/pdf');
    expect(linesOf(content)).toEqual([
      [null, 1, 'Prices of the practice are these.'],
      [null, 2, 'Page two.'],
    ]);
  });

  it('have the headings of a DOCX', async () => {
    const content = await parsed(
      await docxWith([
        ['Heading1', 'Prices'],
        ['', 'A filling is 120 dollars.'],
        ['Heading2', '价格'],
        ['', 'حشوة الأسنان 120 دولارا'],
      ]),
    );
    expect(content.mediaType).toMatch(/wordprocessingml/);
    expect(linesOf(content)).toEqual([
      ['Prices', null, 'A filling is 120 dollars.'],
      ['Prices > 价格', null, 'حشوة الأسنان 120 دولارا'],
    ]);
  });

  it('have the headings, tables, links and notes of a DOCX, wherever its files are', async () => {
    const relation = (type: string, target: string): string =>
      `<Relationship Id="${type}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
    const content = await parsed(
      await docxOf(
        '<w:p><w:pPr><w:pStyle w:val="berschrift1"/></w:pPr><w:r><w:rPr><w:b/></w:rPr><w:t>Preise</w:t></w:r></w:p>' +
          '<w:p><w:r><w:t xml:space="preserve">A &lt;b&gt; &amp; </w:t></w:r><w:hyperlink r:id="x"><w:r><w:t>a link</w:t></w:r></w:hyperlink><w:r><w:footnoteReference w:id="2"/></w:r></w:p>' +
          '<w:tbl><w:tr><w:tc><w:p><w:r><w:t>Filling</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>120</w:t></w:r></w:p></w:tc></w:tr></w:tbl>' +
          '<w:p><w:del><w:r><w:delText>deleted</w:delText></w:r></w:del><w:ins><w:r><w:t>inserted</w:t></w:r></w:ins></w:p>',
        {
          'word/_rels/document.xml.rels': `<Relationships>${relation('styles', 'styles2.xml')}${relation('footnotes', '/word/notes.xml')}</Relationships>`,
          'word/styles2.xml':
            '<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style></w:styles>',
          'word/notes.xml':
            '<w:footnotes xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:footnote w:id="2"><w:p><w:r><w:footnoteRef/><w:t>A note.</w:t></w:r></w:p></w:footnote></w:footnotes>',
        },
      ),
    );
    expect(linesOf(content)).toEqual([
      ['Preise', null, 'A <b> & a link\n\nFilling\n\n120\n\ninserted\n\nA note.'],
    ]);
  });

  it('are whole in a DOCX that is read in parts, as in one table', async () => {
    const pages = formattedPages(30);
    const [text, table] = [
      await parsed(await docxOf(pages)),
      await parsed(
        await docxOf(
          `<w:tbl><w:tr><w:tc>${pages.replaceAll(/(?=<w:p><w:pPr>)/g, '</w:tc></w:tr><w:tr><w:tc>')}</w:tc></w:tr></w:tbl>`,
        ),
      ),
    ];
    expect(new Set(text.blocks.map(({ heading }) => heading)).size).toBe(30);
    for (const { blocks } of [text, table])
      expect(
        blocks
          .map((block) => block.text)
          .join(' ')
          .match(/open on weekdays/g),
      ).toHaveLength(3_000);
  });

  it('are the main part of a page, without menus and scripts', async () => {
    const article = 'We are open on weekdays from nine to five, and closed on public holidays. '.repeat(20);
    const content = await parsed(
      `<!DOCTYPE html><html><head><title>Hours</title><script>secret()</script></head><body><nav>Menu <a href="/">Home</a></nav>
       <article><h1>Opening hours</h1><p>${article}</p><table><tr><td>Monday</td><td>9 to 5</td></tr></table></article></body></html>`,
    );
    expect([content.mediaType, content.title]).toEqual(['text/html', 'Hours']);
    const text = content.blocks.map((block) => block.text).join('\n');
    expect(text).toContain('closed on public holidays');
    expect(text).toContain('Monday | 9 to 5');
    expect(text).not.toMatch(/secret|Menu/);
  });

  it('are all of a page without a clear main part', async () => {
    const content = await parsed('<html><body><div><h2>营业时间</h2><p>周一至周五</p></div></body></html>');
    expect(linesOf(content)).toEqual([['营业时间', null, '周一至周五']]);
  });

  it.each([
    [
      'without the end of its head',
      '<!doctype html><html><head><title>Hours</title><h1>Open</h1><p>From 9 to 5.',
    ],
    ['without a head', '<!doctype html><title>Hours</title><h1>Open</h1><p>From 9 to 5.'],
  ])('are those of a page %s', async (_, page) => {
    const content = await parsed(page);
    expect([content.title, ...linesOf(content)]).toEqual(['Hours', ['Open', null, 'From 9 to 5.']]);
  });

  it('are the records of a CSV file by the names of its columns', async () => {
    const content = await parsed('Treatment;Price\nFilling;"120; with x-ray"\nCrown;\n');
    expect(content.mediaType).toBe('text/csv');
    expect(linesOf(content)).toEqual([
      [null, null, 'Treatment: Filling; Price: 120; with x-ray\n\nTreatment: Crown'],
    ]);
  });

  it.each([
    ['commas in prose', 'Hello, we are open.\nOn Monday, we are closed.'],
    ['one column', 'Name\nAnna\nBerta'],
  ])('are plain with %s', async (_, text) => {
    expect((await parsed(text)).mediaType).toBe('text/plain');
  });

  it.each([
    ['the charset of the answer', Buffer.from('<html><p>Öffnung</p></html>', 'latin1'), 'iso-8859-1'],
    [
      'the charset of the page',
      Buffer.from('<html><meta charset=latin1><p>Öffnung</p></html>', 'latin1'),
      null,
    ],
    ['UTF-16 with a mark', Buffer.from('\ufeffÖffnung', 'utf16le'), null],
    ['UTF-8 with a mark', Buffer.from('\ufeffÖffnung'), null],
    ['UTF-8 with another charset', Buffer.from('<html><p>Öffnung</p></html>'), 'no-such-charset'],
  ])('are read by %s', async (_, content, charset) => {
    expect((await parsed(content, charset)).blocks.map(({ text }) => text)).toEqual(['Öffnung']);
  });

  it('in one line of 5 MiB come in passages that end behind sentences', async () => {
    const sentence = 'Die Praxis ist an Werktagen von neun bis siebzehn Uhr geöffnet. ';
    const content = await parsed(`<html><body><p>${sentence.repeat(80_000)}</p></body></html>`);
    expect(content.blocks.length).toBeGreaterThan(1_200);
    expect(content.blocks.every(({ text }) => text.length <= 4_000 && text.endsWith('.'))).toBe(true);
    const whole = content.blocks.reduce((sum, { text }) => sum + text.length, 0);
    expect(whole).toBeGreaterThan(80_000 * (sentence.length - 1));
  });

  it('are cut between characters where there are no words', async () => {
    const content = await parsed('𠮷'.repeat(5_000));
    expect(content.blocks.map(({ text }) => text.length)).toEqual([4_000, 4_000, 2_000]);
    expect(content.blocks.every(({ text }) => text.isWellFormed())).toBe(true);
  });
});

// knowledge 3.1
describe('a large content', () => {
  it.each(largeContents(MIB))('is read: %s', async (_, content, mediaType) => {
    const read = await parsed(content());
    expect(read.mediaType).toBe(mediaType);
    const bytes = read.blocks.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
    expect(bytes).toBeGreaterThan(MIB / 4);
  });
});

// knowledge 3.3, 3.6
describe('contents that cannot be read', () => {
  it.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ['a scan', () => pdfWith([[]]), 'no_text'],
    ['a PDF that is cut', () => Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Cat'), 'damaged'],
    [
      'a PDF with a password',
      () =>
        pdfWith(
          [['Secret']],
          `/ID [<00><00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'00'.repeat(32)}> /U <${'00'.repeat(32)}> >> `,
        ),
      'encrypted',
    ],
    ['a picture', () => png(), 'type_not_supported'],
    ['an archive', () => zip({ 'a.txt': 'a' }), 'type_not_supported'],
    ['RTF', () => Buffer.from('{\\rtf1 text}'), 'type_not_supported'],
    ['text of another encoding', () => Buffer.from('Öffnung', 'latin1'), 'not_utf8'],
    ['blanks', () => Buffer.from(' \n\t '), 'no_text'],
    ['an empty page', () => Buffer.from('<html><script>text</script></html>'), 'no_text'],
  ])('such as %s', async (_, content, code) => {
    expect(await parse(await content())).toBe(code);
  });

  it('read no file that a DOCX names as an entity', async () => {
    const content = await docxWith(
      [['', 'Before &file; after']],
      '<!DOCTYPE d [<!ENTITY file SYSTEM "file:///etc/hostname">]>',
    );
    const answer = await parse(content);
    if (typeof answer === 'string') expect(answer).toBe('damaged');
    else expect(linesOf(answer).flat()).toContain('Before &file; after');
  });

  it('do not include a page nested 20,000 deep', async () => {
    const content = await parsed(`<html><body>${'<div>'.repeat(20_000)}deep</body></html>`);
    expect(linesOf(content)).toEqual([[null, null, 'deep']]);
  });
});
