/** A part of a text: words, or a web address. */
export interface TextPart {
  readonly text: string;
  readonly href?: string;
}

const ADDRESS = /\bhttps?:\/\/[^\s<>"'`]+/giu;
/** Characters at the end of an address that belong to the sentence around it. */
const SENTENCE_END = /[.,;:!?…)\]}]+$/u;

/** An address without the punctuation that follows it; a bracket that it opens stays. */
function trimmed(address: string): string {
  const end = SENTENCE_END.exec(address);
  if (!end) return address;
  const rest = address.slice(0, end.index);
  return rest.includes('(') && !rest.includes(')') && end[0].startsWith(')') ? `${rest})` : rest;
}

/** Finds the web addresses in a plain text (support 4.3). */
export function partsOf(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const href = trimmed(found);
    if (!URL.canParse(href)) continue;
    if (index > from) parts.push({ text: text.slice(from, index) });
    parts.push({ text: href, href });
    from = index + href.length;
  }
  return from < text.length ? [...parts, { text: text.slice(from) }] : parts;
}
