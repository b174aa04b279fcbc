// A language, perhaps a script, perhaps a region, like the catalogue's own tags.
const LANGUAGE_TAG = /^[a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?$/i;

export const isLanguageTag = (text: string): boolean => LANGUAGE_TAG.test(text);

/**
 * Whether a tag matches the range: it equals the range, or begins with it and a hyphen (RFC 4647,
 * section 3.3.1).
 */
export function isWithinLanguage(range: string, tag: string): boolean {
  const [wanted, given] = [range.toLowerCase(), tag.toLowerCase()];
  return given === wanted || given.startsWith(`${wanted}-`);
}
