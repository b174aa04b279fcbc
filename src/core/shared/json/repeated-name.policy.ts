import type { FieldError } from '../platform-error.js';
import { echoableName } from '../field-names.policy.js';

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

const REPEATED = {
  message: 'appears twice in one object; send each name once',
  type: 'repeated_name',
} as const;

/**
 * The fault of JSON in which an object has a name twice, or null (requests 4.10): `JSON.parse`
 * keeps the last value, other readers the first. The colons of the text are compared with the
 * number of parsed names; only if they differ is the text read.
 * @param json valid JSON
 * @param value the result of JSON.parse
 * @param place location of the value in the request
 */
export function repeatedNameFault(
  json: Buffer,
  value: unknown,
  place: readonly (string | number)[],
): FieldError | null {
  if (colonsOf(json) === namesIn(value)) return null;
  return { loc: [...place, ...pathOfRepeated(json)], ...REPEATED };
}

/** The same for a name that is known to be repeated. */
export const repeatedName = (name: string, place: readonly string[]): FieldError => ({
  loc: [...place, echoableName(name)],
  ...REPEATED,
});

function colonsOf(json: Buffer): number {
  let count = 0;
  for (let at = 0; at < json.length; at += 1) {
    if (json[at] === QUOTE) at = endOfText(json, at + 1);
    else if (json[at] === COLON) count += 1;
  }
  return count;
}

function namesIn(value: unknown): number {
  let count = 0;
  const open: unknown[] = [value];
  while (open.length > 0) {
    const container = open.pop();
    if (typeof container !== 'object' || container === null) continue;
    const members: unknown[] = Array.isArray(container) ? container : Object.values(container);
    if (!Array.isArray(container)) count += members.length;
    for (const member of members) if (typeof member === 'object' && member !== null) open.push(member);
  }
  return count;
}

interface Place {
  readonly names: Set<string> | null;
  at: string | number;
}

function pathOfRepeated(json: Buffer): (string | number)[] {
  const places: Place[] = [];
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    const place = places.at(-1);
    if (byte === OPEN_OBJECT) places.push({ names: new Set(), at: '' });
    else if (byte === OPEN_LIST) places.push({ names: null, at: 0 });
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) places.pop();
    else if (byte === COMMA && typeof place?.at === 'number') place.at += 1;
    else if (byte === QUOTE) {
      const start = at;
      at = endOfText(json, at + 1);
      if (!place?.names || !isName(json, at + 1)) continue;
      place.at = JSON.parse(json.toString('utf8', start, at + 1)) as string;
      if (place.names.has(place.at)) break;
      place.names.add(place.at);
    }
  }
  return places.map(({ at }) => (typeof at === 'string' ? echoableName(at) : at));
}

/** Whether a colon follows. */
function isName(json: Buffer, from: number): boolean {
  let at = from;
  while (json[at] === 0x20 || (json[at]! >= 0x09 && json[at]! <= 0x0d)) at += 1;
  return json[at] === COLON;
}

/** Finds the quote at which the text that begins here ends. */
function endOfText(json: Buffer, start: number): number {
  let at = start;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}
