import { buffer } from 'node:stream/consumers';
import type { Parser } from 'htmlparser2';
import type { Entry, ZipFile } from 'yauzl';
import { readMarkup } from './parse-html.ts';
import { Unreadable, type Passages } from './parsed-passages.ts';

// Mammoth needs up to a hundred times the size of what it reads at once.
const PART_CHARACTERS = 256 * 1024;
// More than a document of 20 MiB has, but for one that is made to unpack to gigabytes.
const MOST_UNPACKED_BYTES = 128 * 1024 * 1024;

const TYPES =
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>';

const ROOTS_OF_NOTES = new Set(['footnotes', 'endnotes']);
/** A document may be divided behind any element in these. */
const CONTAINERS = new Set([
  ...['document', 'body', 'tbl', 'sdt', 'sdtContent', 'customXml'],
  ...['footnotes', 'footnote', 'endnotes', 'endnote'],
]);
/** The content of these is read as if it were beside them. */
const UNWRAPPED = new Set(['hyperlink', 'footnote', 'endnote']);
/** These say nothing about text, name other files, or have the same text in a newer form. */
const DROPPED = new Set([
  ...['proofErr', 'bookmarkStart', 'bookmarkEnd', 'lastRenderedPageBreak', 'sectPr', 'blip', 'imagedata'],
  ...['footnoteReference', 'endnoteReference', 'commentReference', 'Choice'],
  ...['latentStyles', 'docDefaults', 'tblStylePr'],
]);

/** Reads a document in parts, so that memory does not grow with it: its text, then its notes. */
export async function readDocx(content: Uint8Array, passages: Passages): Promise<void> {
  const { default: mammoth } = await import('mammoth');
  const docx = await Docx.open(content);
  const main = (await docx.relationsOf('')).get('officeDocument') ?? 'word/document.xml';
  const relations = await docx.relationsOf(main);
  const pathOf = (name: string): string => relations.get(name) ?? `word/${name}.xml`;
  const shared: [name: string, text: string][] = [['[Content_Types].xml', TYPES]];
  for (const name of ['styles', 'numbering'])
    for await (const text of docx.partsOf(pathOf(name), Infinity)) shared.push([`word/${name}.xml`, text]);
  for (const path of [main, pathOf('footnotes'), pathOf('endnotes')])
    for await (const part of docx.partsOf(path, PART_CHARACTERS)) {
      const file = await archiveOf([...shared, ['word/document.xml', part]]);
      const { value } = await mammoth.convertToHtml({ buffer: file }, { externalFileAccess: false });
      await readMarkup(value, passages);
    }
}

async function archiveOf(files: readonly (readonly [name: string, text: string])[]): Promise<Buffer> {
  const { ZipFile: Archive } = await import('yazl');
  const archive = new Archive();
  for (const [name, text] of files) archive.addBuffer(Buffer.from(text), name, { compress: false });
  archive.end();
  return buffer(archive.outputStream);
}

type Attributes = Readonly<Record<string, string>>;

const ignore = (): void => undefined;

interface XmlEvents {
  readonly onopentag: (name: string, attributes: Attributes) => void;
  readonly ontext: (text: string) => void;
  readonly onclosetag: () => void;
}

/** The XML files in a document, read while they are unpacked. */
class Docx {
  private unpacked = 0;
  private readonly archive: ZipFile;
  private readonly entries = new Map<string, Entry>();

  private constructor(archive: ZipFile) {
    this.archive = archive;
  }

  static async open({ buffer: bytes, byteOffset, byteLength }: Uint8Array): Promise<Docx> {
    const { fromBufferPromise } = await import('yauzl');
    const docx = new Docx(await fromBufferPromise(Buffer.from(bytes, byteOffset, byteLength)));
    for await (const entry of docx.archive.eachEntry()) docx.entries.set(entry.fileName, entry);
    return docx;
  }

  /** The files that a file names, by the last word of their type. */
  async relationsOf(path: string): Promise<Map<string, string>> {
    const slash = path.lastIndexOf('/') + 1;
    const folder = path.slice(0, slash);
    const found = new Map<string, string>();
    const onopentag = (_: string, { Type: type = '', Target: target = '' }: Attributes): void => {
      found.set(
        type.slice(type.lastIndexOf('/') + 1),
        target.startsWith('/') ? target.slice(1) : folder + target,
      );
    };
    const events = this.events(`${folder}_rels/${path.slice(slash)}.rels`, {
      onopentag,
      ontext: ignore,
      onclosetag: ignore,
    });
    for await (const _ of events);
    return found;
  }

  /** A file without what Mammoth does not need, in parts of about this many characters; none if it is absent. */
  async *partsOf(path: string, characters: number): AsyncGenerator<string> {
    const parts: string[] = [];
    const open: { readonly name: string; readonly start: string; readonly end: string }[] = [];
    let text = '';
    let dropped = 0;
    const take = (): void => {
      parts.push(
        text +
          open
            .map(({ end }) => end)
            .toReversed()
            .join(''),
      );
      text = open.map(({ start }) => start).join('');
    };
    const events = this.events(path, {
      onopentag(tag, attributes) {
        const name = localOf(tag);
        const isFormat = name === 'rPr' && open.at(-1)?.name !== 'pPr';
        if (dropped > 0 || isFormat || DROPPED.has(name)) dropped += 1;
        else {
          open.push({ name, ...(UNWRAPPED.has(name) ? { start: '', end: '' } : tagsOf(tag, attributes)) });
          text += open.at(-1)!.start;
        }
      },
      ontext: (some) => void (text += dropped > 0 ? '' : escaped(some)),
      onclosetag() {
        if (dropped > 0) {
          dropped -= 1;
          return;
        }
        text += open.pop()!.end;
        if (text.length > characters && open.every(({ name }) => CONTAINERS.has(name))) take();
      },
    });
    for await (const _ of events) yield* parts.splice(0);
    if (text !== '') yield text;
  }

  /** Reports the elements of a file, and pauses after each chunk. @throws Unreadable */
  private async *events(path: string, events: XmlEvents): AsyncGenerator<void> {
    const entry = this.entries.get(path);
    if (entry === undefined) return;
    const { Parser } = await import('htmlparser2');
    const parser: Parser = new Parser(events, { xmlMode: true });
    const decoder = new TextDecoder();
    const pieces: AsyncIterable<Buffer> = await this.archive.openReadStreamPromise(entry);
    for await (const piece of pieces) {
      this.unpacked += piece.length;
      if (this.unpacked > MOST_UNPACKED_BYTES) throw new Unreadable('too_large');
      parser.write(decoder.decode(piece, { stream: true }));
      yield;
    }
    parser.end();
    yield;
  }
}

const localOf = (tag: string): string => tag.slice(tag.indexOf(':') + 1);

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Notes are read as a document of their own. */
function tagsOf(tag: string, attributes: Attributes): { start: string; end: string } {
  const prefix = tag.slice(0, tag.indexOf(':') + 1);
  const [outer, inner] = ROOTS_OF_NOTES.has(localOf(tag)) ? [`${prefix}document`, `${prefix}body`] : [tag];
  const named = Object.entries(attributes).filter(([name]) => !localOf(name).startsWith('rsid'));
  const list = named.map(([name, value]) => ` ${name}="${escaped(value)}"`).join('');
  return {
    start: `<${outer}${list}>${inner === undefined ? '' : `<${inner}>`}`,
    end: `${inner === undefined ? '' : `</${inner}>`}</${outer}>`,
  };
}
