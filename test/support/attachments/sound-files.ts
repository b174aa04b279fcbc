import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { ZipFile } from 'yazl';

const chunk = (type: string, data: Buffer): Buffer => {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(typed.length + 8);
  framed.writeUInt32BE(data.length, 0);
  typed.copy(framed, 4);
  framed.writeUInt32BE(crc32(typed), typed.length + 4);
  return framed;
};

const PNG_START = Buffer.from('89504e470d0a1a0a', 'hex');
const HEADER = Buffer.from('00000001000000010806000000', 'hex');
const PIXEL = Buffer.from('789c6360000000000500010d0a2db40000', 'hex');

/** @param filler bytes of a private chunk, for any file size */
export const png = (filler: Buffer = Buffer.alloc(0)): Buffer =>
  Buffer.concat([
    PNG_START,
    chunk('IHDR', HEADER),
    ...(filler.length > 0 ? [chunk('prVt', filler)] : []),
    chunk('IDAT', PIXEL),
    chunk('IEND', Buffer.alloc(0)),
  ]);

export const jpeg = (comment = 'a comment'): Buffer => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(comment.length + 2);
  return Buffer.concat([
    Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
    Buffer.from('fffe', 'hex'),
    length,
    Buffer.from(comment, 'latin1'),
    Buffer.from('ffda0008010100003f00d2cf20ffd9', 'hex'),
  ]);
};

const riff = (form: string, content: Buffer): Buffer => {
  const start = Buffer.from(`RIFF....${form}`, 'latin1');
  start.writeUInt32LE(content.length + 4, 4);
  return Buffer.concat([start, content]);
};

export const webp = (): Buffer =>
  riff(
    'WEBP',
    Buffer.concat([
      Buffer.from('VP8L\x0d\0\0\0', 'latin1'),
      Buffer.from('2f00000010071011118888fe0700', 'hex'),
    ]),
  );

export const wav = (): Buffer =>
  riff(
    'WAVE',
    Buffer.concat([
      Buffer.from('fmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0', 'latin1'),
      Buffer.from('data\x10\0\0\0', 'latin1'),
      Buffer.alloc(16, 128),
    ]),
  );

export const mp3 = (): Buffer => {
  const frame = Buffer.concat([Buffer.from('fffb9000', 'hex'), Buffer.alloc(413)]);
  return Buffer.concat(Array.from({ length: 8 }, () => frame));
};

export const pdf = (inside = ''): Buffer =>
  Buffer.from(
    `%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\n${inside}` +
      'xref\n0 3\ntrailer\n<< /Size 3 /Root 1 0 R >>\nstartxref\n120\n%%EOF\n',
    'latin1',
  );

/** An archive with these entries, by name. */
export async function zip(entries: Readonly<Record<string, string | Buffer>>, comment = ''): Promise<Buffer> {
  const file = new ZipFile();
  for (const [name, content] of Object.entries(entries)) file.addBuffer(Buffer.from(content), name);
  file.end({ comment, forceZip64Format: false });
  return buffer(file.outputStream);
}

const typesOf = (main: string): string =>
  `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/main.xml" ContentType="${main}"/></Types>`;

const OFFICE = 'application/vnd.openxmlformats-officedocument';
export const DOCX_MAIN = `${OFFICE}.wordprocessingml.document.main+xml`;
export const XLSX_MAIN = `${OFFICE}.spreadsheetml.sheet.main+xml`;

export const office = (
  main: string,
  more: Readonly<Record<string, string | Buffer>> = {},
  comment = '',
): Promise<Buffer> =>
  zip(
    { '[Content_Types].xml': typesOf(main), 'main.xml': '<main>Text of the document.</main>', ...more },
    comment,
  );

/** One file of each kind that a ticket accepts, by name. */
export async function soundFiles(): Promise<Readonly<Record<string, Buffer>>> {
  return {
    'screenshot.png': png(),
    'photo.jpg': jpeg(),
    'PHOTO.JPEG': jpeg(),
    'picture.webp': webp(),
    'invoice.pdf': pdf(),
    'notes.txt': Buffer.from(
      '\ufeffDear support,\r\n\tthe call ended at 10:00. <b>Why?</b> – Ünïcode 日本語\n',
    ),
    'BM-and-MZ.txt': Buffer.from('MZ is the mark of programs, and BM of bitmaps.'),
    'service.log': Buffer.from('2026-01-01T00:00:00Z warn <script> tags are only text in a log\n'),
    'calls.csv': Buffer.from('call_id,seconds\nc-1,10\n'),
    'call.json': Buffer.from('  {"call_id": "c-1", "tags": ["<script>"]}\n'),
    'null.json': Buffer.from('null'),
    'call.wav': wav(),
    'call.mp3': mp3(),
    'letter.docx': await office(DOCX_MAIN),
    'table.xlsx': await office(XLSX_MAIN, { 'rows.xml': '<row/>'.repeat(100_000) }),
  };
}
