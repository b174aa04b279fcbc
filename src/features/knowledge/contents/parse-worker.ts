import { parentPort, workerData } from 'node:worker_threads';
import type { ParsedBlock, ParseMessage, ParseOrder, ParseTask } from './parse-thread.js';

// Runs alone in its thread, and Node removes its types itself: it imports packages and types only.

type MediaType = Extract<ParseMessage, { kind: 'end' }>['mediaType'];
type FaultCode = Extract<ParseMessage, { kind: 'fault' }>['code'];

class Unreadable extends Error {
  readonly code: FaultCode;
  constructor(code: FaultCode) {
    super(code);
    this.code = code;
  }
}

const order = workerData as ParseOrder;
let sent = 0;

function post(message: ParseMessage): void {
  const taken = Atomics.load(order.taken, 0);
  if (taken < sent) Atomics.wait(order.taken, 0, taken);
  sent += 1;
  parentPort!.postMessage(message);
}

// Some two pages of a book; a build cuts passages into smaller pieces.
const LONGEST_BLOCK = 4_000;
const LONGEST_HEADING = 200;
const BATCH_CHARACTERS = 256 * 1024;
const BETWEEN = '\n\n';

/** Puts paragraphs together to passages, and sends them on. */
class Passages {
  private readonly headings: string[] = [];
  private batch: ParsedBlock[] = [];
  private size = 0;
  private at = 0;
  private open: { heading: string | null; page: number | null; place: number; text: string } | null = null;
  private hasText = false;

  /** @param level from 1 */
  setHeading(level: number, text: string): void {
    this.headings.length = Math.min(this.headings.length, level - 1);
    while (this.headings.length < level - 1) this.headings.push('');
    this.headings.push(text.slice(0, LONGEST_HEADING));
  }

  add(paragraph: string, page: number | null = null): void {
    for (const text of cut(paragraph.normalize('NFC').trim())) this.addPiece(text, page);
  }

  /** @throws Unreadable without any text */
  end(): void {
    this.close();
    this.send();
    if (!this.hasText) throw new Unreadable('no_text');
  }

  private addPiece(text: string, page: number | null): void {
    const heading = this.headings.filter((each) => each !== '').join(' > ') || null;
    const place = this.at;
    this.at += text.length + BETWEEN.length;
    this.hasText ||= /[\p{L}\p{N}]/u.test(text);
    const { open } = this;
    const isSame = open !== null && open.heading === heading && open.page === page;
    if (isSame && open.text.length + BETWEEN.length + text.length <= LONGEST_BLOCK) {
      open.text += BETWEEN + text;
      return;
    }
    this.close();
    this.open = { heading, page, place, text };
  }

  private close(): void {
    if (this.open === null) return;
    this.batch.push(this.open);
    this.size += this.open.text.length;
    this.open = null;
    if (this.size >= BATCH_CHARACTERS) this.send();
  }

  private send(): void {
    const blocks = this.batch;
    const bytes = blocks.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
    post({ kind: 'blocks', blocks, bytes });
    this.batch = [];
    this.size = 0;
  }
}

/** Pieces of at most LONGEST_BLOCK characters, cut behind a sentence or a word. */
function* cut(text: string): Generator<string> {
  let from = 0;
  while (text.length - from > LONGEST_BLOCK) {
    const piece = text.slice(from, from + LONGEST_BLOCK);
    const behind = Math.max(...['. ', '! ', '? ', '。', '\n'].map((mark) => piece.lastIndexOf(mark)));
    const end = behind > LONGEST_BLOCK / 2 ? behind + 1 : piece.lastIndexOf(' ') + 1;
    // A pair of surrogates is one character.
    const hard = /[\ud800-\udbff]$/.test(piece) ? LONGEST_BLOCK - 1 : LONGEST_BLOCK;
    const length = end > LONGEST_BLOCK / 2 ? end : hard;
    const taken = text.slice(from, from + length).trim();
    if (taken !== '') yield taken;
    from += length;
  }
  const rest = text.slice(from).trim();
  if (rest !== '') yield rest;
}

async function readPdf(content: Uint8Array, passages: Passages): Promise<void> {
  const { getDocumentProxy } = await import('unpdf');
  const pdf = await getDocumentProxy(content, { disableFontFace: true });
  for (let page = 1; page <= pdf.numPages; page += 1) {
    const read = await pdf.getPage(page);
    const { items } = await read.getTextContent();
    const lines = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
    for (const paragraph of lines.split(/\n{2,}/)) passages.add(unbroken(paragraph), page);
    read.cleanup();
  }
}

/** Lines of a page as one paragraph: words that were divided at a line's end become whole. */
const unbroken = (lines: string): string =>
  lines
    .replaceAll(/(?<=\p{L})[-\u00ad]\n(?=\p{Ll})/gu, '')
    .split(/\s/)
    .filter((word) => word !== '')
    .join(' ');

async function readDocx(content: Uint8Array, passages: Passages): Promise<void> {
  const { default: mammoth } = await import('mammoth');
  const { value } = await mammoth.convertToHtml(
    { buffer: Buffer.from(content.buffer, content.byteOffset, content.byteLength) },
    {
      externalFileAccess: false,
      convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })),
    },
  );
  const { parseHTML } = await import('linkedom');
  walk(parseHTML(`<!doctype html><html><body>${value}</body></html>`).document, passages);
}

// The search for the main part of a larger page would take longer than all the rest.
const MOST_ELEMENTS = 100_000;
const MOST_DEPTH = 256;
// Below this share, the main part is likely a teaser.
const LEAST_SHARE = 0.3;

/** @returns the title of the page */
async function readHtml(html: string, passages: Passages): Promise<string | null> {
  const { parseHTML } = await import('linkedom');
  const { document } = parseHTML(html);
  const title = document.title || null;
  const main = isOrdinary(document) ? await mainPartOf(parseHTML(html).document) : null;
  walk(main ?? document, passages);
  return title;
}

function isOrdinary(document: Document): boolean {
  let elements = 0;
  const nodes: [node: Node, depth: number][] = [[document, 0]];
  for (let next = nodes.pop(); next !== undefined; next = nodes.pop()) {
    const [node, depth] = next;
    elements += 1;
    if (elements > MOST_ELEMENTS || depth > MOST_DEPTH) return false;
    for (const child of node.childNodes) if (child.nodeType === 1) nodes.push([child, depth + 1]);
  }
  return true;
}

/**
 * The article of a page without menus; null if it is not clear what that is.
 * @param document is changed
 */
async function mainPartOf(document: Document): Promise<Node | null> {
  const { Readability } = await import('@mozilla/readability');
  try {
    const whole = textLength(document.documentElement);
    const reader = new Readability<Node>(document, { serializer: (node) => node });
    const content = reader.parse()?.content ?? null;
    return content !== null && textLength(content) >= whole * LEAST_SHARE ? content : null;
  } catch {
    return null;
  }
}

const textLength = (node: Node | null): number => node?.textContent?.replaceAll(/\s+/g, ' ').length ?? 0;

const NOT_TEXT = new Set('SCRIPT STYLE NOSCRIPT TEMPLATE SVG IFRAME NAV HEAD SELECT'.split(' '));
const IN_LINE = new Set(
  'A ABBR B BDI BDO CITE CODE DATA DEL DFN EM FONT I IMG INS KBD LABEL MARK Q RUBY RB RP RT S SAMP SMALL SPAN STRONG SUB SUP TIME U VAR WBR'.split(
    ' ',
  ),
);

/** Reads the paragraphs and headings below a node; without recursion, because pages nest without limit. */
function walk(root: Node, passages: Passages): void {
  let text = '';
  const flush = (): void => {
    passages.add(text.replaceAll(/\s+/g, ' '));
    text = '';
  };
  const tasks: (Node | (() => void))[] = [root];
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    if (typeof task === 'function') {
      task();
      continue;
    }
    if (task.nodeType === 3) text += task.nodeValue ?? '';
    const name = task.nodeName.toUpperCase();
    if (NOT_TEXT.has(name)) continue;
    if (/^H[1-6]$/.test(name)) {
      flush();
      tasks.push(() => {
        passages.setHeading(Number(name[1]), text.replaceAll(/\s+/g, ' ').trim());
        text = '';
      });
    } else if (name === 'TD' || name === 'TH') text += text.trim() === '' ? '' : ' | ';
    else if (name === 'BR') text += ' ';
    else if (task.nodeType === 1 && !IN_LINE.has(name)) {
      flush();
      tasks.push(flush);
    }
    for (const child of Array.from(task.childNodes).reverse()) tasks.push(child);
  }
  flush();
}

/** Reads Markdown, of which plain text is the simplest. @returns whether it has headings */
function readMarkdown(text: string, passages: Passages): boolean {
  let hasHeadings = false;
  let lines: string[] = [];
  let isCode = false;
  const flush = (): void => {
    passages.add(lines.join('\n'));
    lines = [];
  };
  for (const line of text.split(/\r\n|[\n\r]/)) {
    const words = line.trim();
    const isFence = words.startsWith('```') || words.startsWith('~~~');
    const marks = isCode ? null : /^#{1,6}(?= )/.exec(words)?.[0];
    const isUnderline = !isCode && lines.length === 1 && words.length > 2 && /^(?:=+|-+)$/.test(words);
    if (isFence) isCode = !isCode;
    else if (marks) {
      flush();
      passages.setHeading(marks.length, words.slice(marks.length).trim());
      hasHeadings = true;
    } else if (isUnderline) {
      passages.setHeading(words.startsWith('=') ? 1 : 2, lines[0]!.trim());
      lines = [];
      hasHeadings = true;
    } else if (words === '') flush();
    else lines.push(line.trimEnd());
  }
  flush();
  return hasHeadings;
}

const CSV_HEAD = 64 * 1024;
const LONGEST_COLUMN = 60;

async function delimiterOf(text: string): Promise<string | null> {
  const { default: Papa } = await import('papaparse');
  const head = text.slice(0, CSV_HEAD);
  const whole = text.length > CSV_HEAD ? head.slice(0, head.lastIndexOf('\n')) : head;
  const isTable = (delimiter: string): boolean => {
    const { data } = Papa.parse(whole, { delimiter, skipEmptyLines: true });
    const [names = [], ...rows] = data;
    const isHeader = names.every(
      (name) => name !== '' && name.length <= LONGEST_COLUMN && !/[.!?:]$/.test(name.trim()),
    );
    return (
      names.length > 1 && isHeader && rows.length > 0 && rows.every((row) => row.length === names.length)
    );
  };
  return [',', ';', '\t'].find(isTable) ?? null;
}

/** Reads each record as `name: value; name: value`. */
async function readCsv(text: string, delimiter: string, passages: Passages): Promise<void> {
  const { default: Papa } = await import('papaparse');
  const [names = [], ...rows] = Papa.parse(text, { delimiter, skipEmptyLines: true }).data;
  for (const row of rows) {
    const cells = row.map((cell, at) => (cell.trim() === '' ? '' : `${names[at] ?? ''}: ${cell.trim()}`));
    passages.add(cells.filter((cell) => cell !== '').join('; '));
  }
}

const isHtml = (head: string): boolean =>
  /^(?:<\?xml[^>]{0,200}>\s{0,9})?(?:<!--|<!doctype html|<html|<head|<body|<div|<article|<main|<section)/i.test(
    head.trimStart(),
  );
const CONTROL = /(?![\t\n\v\f\r])\p{Cc}/u;

/** The text of bytes in an encoding; null if they are not text in it. */
function decoded(content: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(content);
  } catch {
    return null;
  }
}

const MARKS: Readonly<Record<string, string>> = { '\xff\xfe': 'utf-16le', '\xfe\xff': 'utf-16be' };

/** In which a page names its encoding. */
const NAMED = /charset\s?=\s?["']?([\w.:-]{1,40})/i;

async function typeOf(content: Uint8Array): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type');
  return (await fileTypeFromBuffer(content))?.mime;
}

// The first bytes of archives, such as DOCX, and of older documents of Office.
const CONTAINER = /^(?:PK|\xd0\xcf)/;

async function read(
  { content, charset }: ParseTask,
  passages: Passages,
): Promise<[MediaType, string | null]> {
  const head = Buffer.from(content.subarray(0, 2048)).toString('latin1');
  if (head.startsWith('%PDF-')) {
    await readPdf(content, passages);
    return ['application/pdf', null];
  }
  const found = CONTAINER.test(head) ? await typeOf(content) : undefined;
  const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  if (found === docx) {
    await readDocx(content, passages);
    return [docx, null];
  }
  // Encrypted documents of Office have this older format.
  if (found === 'application/x-cfb') throw new Unreadable('encrypted');
  const isPage = isHtml(head.replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, ''));
  const encoding = MARKS[head.slice(0, 2)] ?? charset ?? (isPage ? NAMED.exec(head)?.[1] : null) ?? 'utf-8';
  const text = decoded(content, encoding) ?? decoded(content, 'utf-8');
  if (text === null || CONTROL.test(text) || text.startsWith('{\\rtf'))
    throw new Unreadable(text !== null || (await typeOf(content)) ? 'type_not_supported' : 'not_utf8');
  if (isPage) return ['text/html', await readHtml(text, passages)];
  const delimiter = await delimiterOf(text);
  if (delimiter !== null) {
    await readCsv(text, delimiter, passages);
    return ['text/csv', null];
  }
  return [readMarkdown(text, passages) ? 'text/markdown' : 'text/plain', null];
}

post({ kind: 'started' });
try {
  const passages = new Passages();
  const [mediaType, title] = await read(order, passages);
  passages.end();
  post({ kind: 'end', mediaType, title });
} catch (error) {
  // Messages of the libraries may contain parts of the input.
  const isEncrypted = error instanceof Error && error.name === 'PasswordException';
  const code = error instanceof Unreadable ? error.code : isEncrypted ? 'encrypted' : 'damaged';
  post({ kind: 'fault', code });
}
