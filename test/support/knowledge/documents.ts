import { deflateSync } from 'node:zlib';
import { zip } from '../attachments/sound-files.js';

/** A PDF of numbered objects; readers rebuild the table of objects themselves. */
const pdfOf = (objects: readonly (string | Buffer)[], trailer = ''): Buffer =>
  Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    ...objects.flatMap((object, at) => [
      Buffer.from(`${at + 1} 0 obj\n`),
      Buffer.from(object),
      Buffer.from('\nendobj\n'),
    ]),
    Buffer.from(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer}>>\n%%EOF\n`),
  ]);

const stream = (dictionary: string, content: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${content.length} >>\nstream\n`),
    content,
    Buffer.from('\nendstream'),
  ]);

const shown = (lines: readonly string[]): Buffer =>
  Buffer.from(`BT /F1 12 Tf 14 TL 72 720 Td ${lines.map((line) => `(${line}) Tj T*`).join(' ')} ET`);

/** A PDF with these lines on its pages. */
export function pdfWith(pages: readonly (readonly string[])[], trailer = ''): Buffer {
  const kids = pages.map((_, at) => `${4 + 2 * at} 0 R`).join(' ');
  return pdfOf(
    [
      '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >>',
      `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      ...pages.flatMap((lines, at) => [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * at} 0 R >>`,
        stream('', shown(lines)),
      ]),
    ],
    trailer,
  );
}

/** A PDF of a few KB whose page unpacks to 160 MB. */
export function pdfBomb(): Buffer {
  const once = deflateSync(Buffer.alloc(160_000_000, ' '), { level: 1 });
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << >> /Contents 4 0 R >>',
    stream('/Filter [/FlateDecode /FlateDecode]', deflateSync(once)),
  ]);
}

const TYPES =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';
const RELATIONS =
  '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">' +
  '<Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>';

const OF_WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

const paragraphOf = ([style, text]: readonly [style: string, text: string]): string =>
  `<w:p>${style === '' ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t>${text}</w:t></w:r></w:p>`;

/**
 * A DOCX with these paragraphs, each with its style: `Heading1`, or none.
 * @param declaration a document type declaration that precedes the document
 */
export const docxWith = (
  paragraphs: readonly (readonly [style: string, text: string])[],
  declaration = '',
): Promise<Buffer> => docxOf(paragraphs.map(paragraphOf).join(''), {}, declaration);

/**
 * A DOCX with this body in XML.
 * @param files others that it consists of
 */
export const docxOf = (
  body: string,
  files: Readonly<Record<string, string>> = {},
  declaration = '',
): Promise<Buffer> =>
  zip({
    '[Content_Types].xml': TYPES,
    '_rels/.rels': RELATIONS,
    'word/document.xml': `<?xml version="1.0"?>${declaration}<w:document ${OF_WORD}><w:body>${body}</w:body></w:document>`,
    ...files,
  });

/** XML of a paragraph with a heading, and one of 500 words with as much formatting as text, for each page. */
export function formattedPages(pages: number): string {
  const format =
    '<w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri"/><w:b/><w:color w:val="2F5496"/><w:sz w:val="22"/><w:lang w:val="en-US"/></w:rPr>';
  const run = `<w:r w:rsidR="00C12345">${format}<w:t xml:space="preserve">We are open on weekdays, </w:t></w:r><w:proofErr w:type="spellStart"/>`;
  return Array.from(
    { length: pages },
    (_, page) => `${paragraphOf(['Heading1', `Page ${page}`])}<w:p>${run.repeat(100)}</w:p>`,
  ).join('');
}

/** A DOCX of a few hundred KB whose document unpacks to 160 MB. */
export const docxBomb = (): Promise<Buffer> =>
  zip({
    '[Content_Types].xml': TYPES,
    '_rels/.rels': RELATIONS,
    'word/document.xml': Buffer.alloc(160_000_000, ' '),
  });
