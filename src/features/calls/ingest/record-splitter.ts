import { setImmediate as nextTurn } from 'node:timers/promises';

// Scanning a megabyte takes a few milliseconds; a yield after each keeps other requests going.
const YIELD_BYTES = 512 * 1024;

const [QUOTE, BACKSLASH, COMMA, NEWLINE] = [0x22, 0x5c, 0x2c, 0x0a];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x7b, 0x7d, 0x5b, 0x5d];

/** Thrown for bytes that are no JSON array. */
export class NotAnArrayError extends Error {}

const isBlank = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/**
 * Cuts the text of a JSON array into the texts of its elements without parsing them: one JSON.parse of ten
 * megabytes would stall every other request, and ten megabytes of brackets for more than a second.
 * @param most stops with one element more than this
 * @throws NotAnArrayError when the brackets do not add up; what is wrong inside an element is left to its parser
 */
export async function splitArray(body: Buffer, most: number): Promise<Buffer[]> {
  const elements: Buffer[] = [];
  let at = skipBlanks(body, body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? 3 : 0);
  if (body[at] !== OPEN_ARRAY) throw new NotAnArrayError();
  let [depth, inString, start, yieldAt] = [0, false, at + 1, YIELD_BYTES];
  for (; at < body.length; at += 1) {
    if (at >= yieldAt) {
      await nextTurn();
      yieldAt = at + YIELD_BYTES;
    }
    const byte = body[at];
    if (inString) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) depth += 1;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) depth -= 1;
    if (inString || depth > 1 || (byte !== COMMA && depth !== 0)) continue;
    // Here either a comma stands between two elements, or the array has just ended.
    const element = body.subarray(start, at);
    const isBlankElement = skipBlanks(element, 0) === element.length;
    if (!isBlankElement) elements.push(element);
    else if (depth !== 0 || elements.length > 0) throw new NotAnArrayError();
    if (depth === 0) break;
    if (elements.length > most) return elements;
    start = at + 1;
  }
  if (depth !== 0 || skipBlanks(body, at + 1) < body.length) throw new NotAnArrayError();
  return elements;
}

/** Cuts NDJSON into its lines, blank ones left out. @param most stops with one line more than this */
export async function splitLines(body: Buffer, most: number): Promise<Buffer[]> {
  const lines: Buffer[] = [];
  let yieldedAt = 0;
  for (let start = 0; start < body.length && lines.length <= most;) {
    if (start - yieldedAt > YIELD_BYTES) {
      await nextTurn();
      yieldedAt = start;
    }
    const end = body.indexOf(NEWLINE, start);
    const line = body.subarray(start, end === -1 ? body.length : end);
    if (skipBlanks(line, 0) < line.length) lines.push(line);
    start += line.length + 1;
  }
  return lines;
}

function skipBlanks(body: Buffer, from: number): number {
  let at = from;
  while (at < body.length && isBlank(body[at]!)) at += 1;
  return at;
}
