/** `doubled` if its name appears twice, `malformed` if this service did not create the value. */
export type CookieReading =
  { readonly kind: 'value'; readonly value: string } | { readonly kind: 'absent' | 'doubled' | 'malformed' };

/** 256 bits in base64url. */
const VALUE = /^[A-Za-z0-9_-]{43}$/;

// Browsers keep 4 KiB of one cookie; ours have 60 characters.
const MAX_HEADER = 8 * 1024;

/**
 * Reads one cookie of a header (portal-sessions 2.4). A name that appears twice is ignored, because
 * another page may have set one of the two.
 */
export function readCookie(header: string | undefined, name: string): CookieReading {
  if (header === undefined) return { kind: 'absent' };
  if (header.length > MAX_HEADER) return { kind: 'malformed' };
  const values = header.split(';').flatMap((pair) => {
    const mark = pair.indexOf('=');
    return mark !== -1 && trimmed(pair.slice(0, mark)) === name ? [trimmed(pair.slice(mark + 1))] : [];
  });
  const [value] = values;
  if (value === undefined) return { kind: 'absent' };
  if (values.length > 1) return { kind: 'doubled' };
  return VALUE.test(value) ? { kind: 'value', value } : { kind: 'malformed' };
}

// Only spaces and tabs, as in browsers: other bytes are part of the name.
function trimmed(text: string): string {
  const isBlank = (sign: string | undefined): boolean => sign === ' ' || sign === '\t';
  let [from, to] = [0, text.length];
  while (from < to && isBlank(text[from])) from += 1;
  while (to > from && isBlank(text[to - 1])) to -= 1;
  return text.slice(from, to);
}

/** Browsers accept `__Host-` only over https and only from the same host (portal-sessions 2.1). */
export const cookieName = (name: string, isSecure: boolean): string => (isSecure ? `__Host-${name}` : name);
