import { parentPort, workerData } from 'node:worker_threads';
import { readDocx, readHtml } from './parse-html.ts';
import { delimiterOf, readCsv, readMarkdown } from './parse-text.ts';
import type { ParseMessage, ParseOrder } from './parse-process.js';
import { Passages } from './parsed-passages.ts';

// Tests run it from its source in a thread where Node removes the types: the files that it imports have their own extension.

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
  { content, charset }: ParseOrder,
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
  const passages = new Passages((blocks) => {
    const bytes = blocks.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
    post({ kind: 'blocks', blocks, bytes });
  });
  const [mediaType, title] = await read(order, passages);
  if (!passages.end()) throw new Unreadable('no_text');
  post({ kind: 'end', mediaType, title });
} catch (error) {
  // Messages of the libraries may contain parts of the input.
  const isEncrypted = error instanceof Error && error.name === 'PasswordException';
  const code = error instanceof Unreadable ? error.code : isEncrypted ? 'encrypted' : 'damaged';
  post({ kind: 'fault', code });
}
