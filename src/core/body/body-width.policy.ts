import { unprocessable } from '../kernel/platform-error.js';
import type { BodyLimits } from '../auth/body-limits.js';
import { MAX_BODY_DEPTH } from '../kernel/field-names.policy.js';

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Refuses JSON that is too wide before it is parsed: making an object of 170,000 names out of 2 MiB holds the process for
 * 80 ms, and counting their commas for a few, most of the time for none. What is no JSON is left to the parser; what is
 * too deep is left to those who tell so (`refuseSize`), and counted no deeper.
 * @throws 422 `too_long`
 */
export function refuseWidth(json: Buffer, { inOnePlace, inAll }: NonNullable<BodyLimits['width']>): void {
  const commas = new Uint32Array(MAX_BODY_DEPTH + 1);
  let depth = 0;
  let total = 0;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) {
      at = endOfText(json, at + 1);
    } else if (byte === COMMA) {
      total += 1;
      const place = Math.min(depth, MAX_BODY_DEPTH);
      const inThis = (commas[place] ?? 0) + 1;
      commas[place] = inThis;
      // A place has one member more than commas.
      if (inThis >= inOnePlace || total >= inAll) throw tooWide(inOnePlace, inAll);
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      depth += 1;
      if (depth <= MAX_BODY_DEPTH) commas[depth] = 0;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      depth = Math.max(0, depth - 1);
    }
  }
}

/** Where the text that begins here ends: at its quote, or with all there is. */
function endOfText(json: Buffer, start: number): number {
  let at = start;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}

const tooWide = (inOnePlace: number, inAll: number) =>
  unprocessable({
    loc: ['body'],
    message: `must not have more than ${inOnePlace} members in one place, nor ${inAll} in all`,
    type: 'too_long',
  });
