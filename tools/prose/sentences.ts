/** One piece of prose, and its location. */
export interface Text {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly isHeading?: boolean;
}

// Clauses that replace a subject: the reader must go back to find out who does what.
const OPENINGS = /^(?:What|Who|Whom|Whose|Of|One that|One who|Those that|Those who|That which) /;
const WHERE = /^Where /;
const WORDS = /\b(?:somebody|nobody|whoever|whatever|had better)\b/i;

/**
 * Splits a text at full stops, question marks and exclamation marks that a new sentence follows.
 */
export const sentencesOf = (text: string): string[] =>
  text
    .replace(/\s+/g, ' ')
    .split(/(?<=(?<!\b(?:e\.g|i\.e|etc|vs))[.!?][)"”']?) (?=[A-Z`"“(*[0-9])/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /\p{L}{2}/u.test(sentence));

/** The fault of a sentence; undefined for a good one. Questions may begin as they like. */
export function faultOf(sentence: string, isHeading = false): string | undefined {
  const word = WORDS.exec(sentence)?.[0];
  if (word !== undefined) return `says "${word}"`;
  if (sentence.endsWith('?')) return undefined;
  const opening = OPENINGS.exec(sentence)?.[0].trim();
  if (opening !== undefined) return `begins with "${opening}"`;
  // "Where a store is down, the request fails" has a main clause after its comma; "Where to send
  // it" has none.
  return WHERE.test(sentence) && !sentence.includes(',') && !isHeading ? 'begins with "Where"' : undefined;
}
