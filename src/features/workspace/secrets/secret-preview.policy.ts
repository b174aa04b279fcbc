const HIDDEN = '****';

// Four characters let a person tell two keys apart. Of fewer than twelve they would give away too much of the rest.
const SHOWN = 4;
const LEAST_LENGTH = 12;

/** What may be shown of a secret: `****abcd`, or nothing of it where it is short or ends in unreadable characters. */
export function secretPreview(value: string): string {
  const text = value.trimEnd();
  const end = text.slice(-SHOWN);
  return [...text].length >= LEAST_LENGTH && /^[\x21-\x7e]+$/.test(end) ? `${HIDDEN}${end}` : HIDDEN;
}
