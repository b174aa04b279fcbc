import type { Refusal } from '../../../src/features/support/attachments/rules/refusal.js';
import { DOCX_MAIN, jpeg, mp3, office, pdf, png, wav, webp, XLSX_MAIN, zip } from './sound-files.js';

export interface HostileFile {
  readonly name: string;
  /** Creates the content: archives that unpack to hundreds of megabytes take seconds. */
  readonly content: () => Promise<Buffer>;
  readonly refusal: Refusal;
}

const MIB = 1024 * 1024;
const HTML = '<!DOCTYPE html><html><script>alert(document.cookie)</script></html>';
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>';
const MACROS = 'application/vnd.ms-word.document.macroEnabled.main+xml';
const ELF = Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), Buffer.alloc(256)]);
const PROGRAM = Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), Buffer.alloc(512)]);
const GIF = Buffer.from(
  'GIF89a\x01\0\x01\0\x80\0\0\0\0\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;',
  'latin1',
);
const OLE = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2048)]);

const join = (...parts: readonly (Buffer | string)[]): Buffer =>
  Buffer.concat(parts.map((it) => Buffer.from(it)));

/** Sets the encryption flag in every header of an archive. */
function encrypted(archive: Buffer): Buffer {
  const changed = Buffer.from(archive);
  for (const [mark, flags] of [
    ['PK\x03\x04', 6],
    ['PK\x01\x02', 8],
  ] as const)
    for (let at = changed.indexOf(mark, 0, 'latin1'); at !== -1; at = changed.indexOf(mark, at + 4, 'latin1'))
      changed.writeUInt16LE(changed.readUInt16LE(at + flags) | 1, at + flags);
  return changed;
}

/** Announces a wrong size for every entry in the directory of an archive. */
function lying(archive: Buffer, bytes: number): Buffer {
  const changed = Buffer.from(archive);
  for (
    let at = changed.indexOf('PK\x01\x02', 0, 'latin1');
    at !== -1;
    at = changed.indexOf('PK\x01\x02', at + 4, 'latin1')
  )
    changed.writeUInt32LE(bytes, at + 24);
  return changed;
}

/**
 * Fifty files that no ticket accepts, each for the reason beside it (support-attachments section
 * 4).
 */
export async function hostileFiles(): Promise<readonly HostileFile[]> {
  const letter = await office(DOCX_MAIN);
  const table = await office(XLSX_MAIN);
  const archive = await zip({ 'a.txt': 'inside' });
  const bomb = (): Promise<Buffer> => office(DOCX_MAIN, { 'bomb.xml': Buffer.alloc(64 * MIB) });
  const manyBombs = (): Promise<Buffer> =>
    office(
      XLSX_MAIN,
      Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`${index}.xml`, Buffer.alloc(60 * MIB)])),
    );
  const of = (
    refusal: Refusal,
    files: Readonly<Record<string, Buffer | string | HostileFile['content']>>,
  ): HostileFile[] =>
    Object.entries(files).map(([name, content]) => ({
      name,
      content: typeof content === 'function' ? content : () => Promise.resolve(Buffer.from(content)),
      refusal,
    }));
  return [
    ...of('content_mismatch', {
      'pdf.png': pdf(),
      'png.pdf': png(),
      'jpeg.png': jpeg(),
      'png.jpg': png(),
      'gif.png': GIF,
      'gif.webp': GIF,
      'program.png': PROGRAM,
      'program.pdf': PROGRAM,
      'program.txt': PROGRAM,
      'program.wav': ELF,
      'elf.csv': ELF,
      'html.txt': HTML,
      'html.png': HTML,
      'html.pdf': HTML,
      'html.csv': `\n\n  ${HTML}`,
      'html.json': HTML,
      'mark.txt': `\ufeff \t${HTML}`,
      'svg.txt': SVG,
      'svg.png': SVG,
      'svg.webp': SVG,
      'xml.txt': `<?xml version="1.0"?>${SVG}`,
      'php.txt': '<?php system($_GET["c"]); ?>',
      'pdf.txt': pdf(),
      'rtf.txt': '{\\rtf1 {\\object}}',
      'script.ps.txt': '%!PS\n(ls) show',
      'nul.txt': 'a text\0with NUL',
      'escape.log': 'a log \u001b]0;title\u0007 that drives a terminal',
      'latin.csv': Buffer.from([0x61, 0xe9, 0x0a]),
      'cut-off.txt': Buffer.from('half a character: é').subarray(0, -1),
      'words.json': 'no JSON',
      'archive.docx': archive,
      'archive.png': archive,
      'letter.xlsx': letter,
      'table.docx': table,
      'macros.docx': await office(MACROS),
      'old-office.docx': OLE,
      'empty-inside.xlsx': await zip({ '[Content_Types].xml': '<Types/>' }),
      'zip.mp3': archive,
      'wav.mp3': wav(),
    }),
    ...of('encrypted', {
      'encrypted.docx': encrypted(letter),
      'encrypted-office.xlsx': join(OLE, Buffer.from('EncryptedPackage', 'utf16le')),
      'encrypted.pdf': pdf('trailer << /Encrypt 5 0 R >>\n'),
      'hidden-encrypted.pdf': pdf('trailer << /#45ncr#79pt << /V 1 >> >>\n'),
    }),
    ...of('also_another_type', {
      'with-archive.png': join(png(), archive),
      'with-html.png': join(png(), HTML),
      'with-script.jpg': jpeg('<script>alert(1)</script>'),
      'with-archive.jpg': join(jpeg(), archive),
      'with-pdf.jpg': jpeg(pdf().toString('latin1')),
      'with-archive.pdf': join(pdf(), archive, '\n%%EOF\n'),
      'with-html.wav': join(wav(), HTML),
      'with-archive.mp3': join(mp3(), archive),
      'longer.webp': join(webp(), 'more'),
      'comment.docx': await office(DOCX_MAIN, {}, 'a comment'),
    }),
    ...of('too_large_inside', {
      'bomb.docx': bomb,
      'bombs.xlsx': manyBombs,
      'lying-bomb.docx': async () => lying(await bomb(), 4 * 1024 * MIB - 2),
    }),
    ...of('active_content', {
      'macros-inside.docx': await office(DOCX_MAIN, { 'word/vbaProject.bin': 'macros' }),
    }),
    ...of('damaged', {
      'half.png': png(Buffer.alloc(100)).subarray(0, 80),
      'half.jpg': jpeg().subarray(0, -2),
      'half.pdf': pdf().subarray(0, -8),
      'half.docx': letter.subarray(0, letter.length - 30),
      'half.webp': webp().subarray(0, -4),
      'lying.xlsx': lying(table, 3),
    }),
  ];
}
