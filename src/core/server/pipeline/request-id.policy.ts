// Only an id that is harmless in a header and in a log line is echoed.
const HARMLESS = /^[A-Za-z0-9._-]{1,128}$/;

// Machine ids are full of digits but are not telephone numbers: UUIDs, and hexadecimal trace and
// span ids.
const MADE_BY_MACHINES =
  /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?=.*[a-f])([0-9a-f]{16}|[0-9a-f]{32}))$/i;

// The shortest telephone number of a person has six digits, with separators anywhere.
const NUMBER_WITHIN = /\d([._-]*\d){5}/;

/** Whether a caller's request id may be sent back to that caller. */
export const isRequestId = (text: unknown): text is string => typeof text === 'string' && HARMLESS.test(text);

/** Whether a request id may be a telephone number: it is then echoed and never recorded. */
export function looksLikeNumber(requestId: string): boolean {
  return !MADE_BY_MACHINES.test(requestId) && NUMBER_WITHIN.test(requestId);
}
