import { readDocx } from './parse-docx.ts';
import { readHtml } from './parse-html.ts';
import { delimiterOf, readCsv, readMarkdown } from './parse-text.ts';
import type { ParsedBlock, ParsedContent, ParseOrder } from './parse-process.js';
import { Passages, Unreadable } from './parsed-passages.ts';
import type { FailureCode } from '../rules/source-words.js';

// The parser's thread reads this file without a build too, so its imports have file extensions.

type MediaType = ParsedContent['mediaType'];
type Content = Pick<ParseOrder, 'content' | 'charset'>;

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

/** The lines of a page as one paragraph; words divided at the end of a line are joined. */
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

/** The text of bytes in an encoding; null if the bytes are not valid in it. */
function decoded(content: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(content);
  } catch {
    return null;
  }
}

const MARKS: Readonly<Record<string, string>> = { '\xff\xfe': 'utf-16le', '\xfe\xff': 'utf-16be' };

/** The declaration with which a page names its encoding. */
const NAMED = /charset\s?=\s?["']?([\w.:-]{1,40})/i;

async function typeOf(content: Uint8Array): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type');
  return (await fileTypeFromBuffer(content))?.mime;
}

// The first bytes of archives, such as DOCX, and of older Office documents.
const CONTAINER = /^(?:PK|\xd0\xcf)/;

async function read({ content, charset }: Content, passages: Passages): Promise<[MediaType, string | null]> {
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
  // Encrypted Office documents have this older format.
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

/**
 * Reads the passages of an untrusted content, with neither a limit on memory nor on time: those are the
 * parser's process.
 * @param take gets passages while they are found
 * @returns what it is, or why it cannot be read
 */
export async function readContent(
  content: Content,
  take: (blocks: readonly ParsedBlock[]) => void,
): Promise<Pick<ParsedContent, 'mediaType' | 'title'> | FailureCode> {
  try {
    const passages = new Passages(take);
    const [mediaType, title] = await read(content, passages);
    if (!passages.end()) throw new Unreadable('no_text');
    return { mediaType, title };
  } catch (error) {
    // The libraries' messages may contain parts of the input.
    const isEncrypted = error instanceof Error && error.name === 'PasswordException';
    return error instanceof Unreadable ? error.code : isEncrypted ? 'encrypted' : 'damaged';
  }
}
