import { isUtf8 } from 'node:buffer';
import type { FieldError } from '../shared/platform-error.js';
import { isContainer } from './body-size.policy.js';
import { echoableName, MAX_BODY_DEPTH } from '../shared/field-names.policy.js';

// The longest UTF-8 sequence of one character.
const LONGEST_CHARACTER = 4;

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/**
 * The offset of the first byte that is not valid UTF-8; null if all are. Bisects at character
 * borders, so it costs hardly more than the check itself.
 */
export function firstInvalidByte(bytes: Buffer): number | null {
  if (isUtf8(bytes)) return null;
  let [start, end] = [0, bytes.length];
  while (end - start > 2 * LONGEST_CHARACTER) {
    let middle = (start + end) >> 1;
    for (let back = 1; back < LONGEST_CHARACTER && isContinuation(bytes[middle]); back += 1) middle -= 1;
    if (isUtf8(bytes.subarray(start, middle))) start = middle;
    else end = middle;
  }
  for (;;) {
    const length = [1, 2, 3, 4].find((size) => isUtf8(bytes.subarray(start, start + size)));
    if (length === undefined) return start;
    start += length;
  }
}

/** The fault of bytes that are not UTF-8, or null. @param place `body`, or a record of it */
export function utf8Fault(bytes: Buffer, place: readonly string[]): FieldError | null {
  const offset = firstInvalidByte(bytes);
  return offset === null ? null : { loc: place, ...notUtf8(`byte ${offset}, counted from 0,`) };
}

/** Describes text in another encoding without repeating its bytes. */
export const notUtf8 = (what: string): Pick<FieldError, 'message' | 'type'> => ({
  message: `must be UTF-8; ${what} is not part of a character`,
  type: 'not_utf8',
});

/** Whether JSON may contain a lone surrogate: in valid UTF-8 only as an escape. */
export const mayHoldSurrogates = (json: Buffer): boolean => json.includes('\\ud') || json.includes('\\uD');

interface Visit {
  readonly value: unknown;
  readonly name: string | number;
  readonly parent: Visit | null;
  readonly depth: number;
}

/**
 * The first text or name in a parsed body with a lone surrogate, or null. Deeper levels than a body
 * may have are refused elsewhere.
 */
export function surrogateFault(body: unknown): FieldError | null {
  const open: Visit[] = [{ value: body, name: 'body', parent: null, depth: 0 }];
  for (let visit = open.pop(); visit; visit = open.pop()) {
    const { value, name } = visit;
    const isBroken =
      (typeof value === 'string' && !value.isWellFormed()) ||
      (typeof name === 'string' && !name.isWellFormed());
    if (isBroken) {
      const message = 'must be well-formed Unicode; it contains half of a surrogate pair';
      return { loc: pathOf(visit), message, type: 'half_surrogate' };
    }
    if (!isContainer(value) || visit.depth > MAX_BODY_DEPTH) continue;
    for (const [key, child] of Object.entries(value).reverse()) {
      const at = Array.isArray(value) ? Number(key) : key;
      open.push({ value: child as unknown, name: at, parent: visit, depth: visit.depth + 1 });
    }
  }
  return null;
}

function pathOf(visit: Visit): (string | number)[] {
  const path: (string | number)[] = [];
  for (let at: Visit | null = visit; at; at = at.parent) {
    path.unshift(typeof at.name === 'string' ? echoableName(at.name) : at.name);
  }
  return path;
}
