/** One piece of prose and the place where it stands. */
export interface Text {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly isHeading?: boolean;
}

// Clauses that stand where a sentence needs a subject: a reader has to go back to find out who does
// what.
const OPENINGS = /^(?:What|Who|Whom|Whose|Of|One that|One who|Those that|Those who|That which) /;
const WHERE = /^Where /;
const WORDS = /\b(?:somebody|nobody|whoever|whatever|had better)\b/i;

/** Figures that `npm run prose` prints for one kind of text. */
export interface Figures {
  readonly sentences: number;
  readonly words: number;
  readonly long: number;
  readonly openings: number;
  readonly indefinite: number;
}

/**
 * A sentence of more words than this is counted as long: a reader loses its start before its end.
 */
export const LONG = 30;

/**
 * Splits a text at full stops, question marks and exclamation marks that a new sentence follows.
 */
export const sentencesOf = (text: string): string[] =>
  text
    .replace(/\s+/g, ' ')
    .split(/(?<=(?<!\b(?:e\.g|i\.e|etc|vs))[.!?][)"”']?) (?=[A-Z`"“(*[0-9])/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /\p{L}{2}/u.test(sentence));

const wordsOf = (sentence: string): number =>
  sentence.match(/[\p{L}\p{N}_'’`{}/.-]*\p{L}[^\s]*/gu)?.length ?? 0;

/** Why a sentence may not stand; undefined for a good one. Questions may begin as they like. */
export function faultOf(sentence: string, isHeading = false): string | undefined {
  const word = WORDS.exec(sentence)?.[0];
  if (word !== undefined) return `says "${word}"`;
  if (sentence.endsWith('?')) return undefined;
  const opening = OPENINGS.exec(sentence)?.[0].trim();
  if (opening !== undefined) return `begins with "${opening}"`;
  // "Where a store is down, the request fails" has a main clause behind its comma; "Where to send
  // it" has none.
  return WHERE.test(sentence) && !sentence.includes(',') && !isHeading ? 'begins with "Where"' : undefined;
}

export function figuresOf(texts: readonly Text[]): Figures {
  const all = texts.flatMap(({ text, isHeading }) =>
    sentencesOf(text).map((sentence) => ({ words: wordsOf(sentence), fault: faultOf(sentence, isHeading) })),
  );
  return {
    sentences: all.length,
    words: all.reduce((sum, { words }) => sum + words, 0),
    long: all.filter(({ words }) => words > LONG).length,
    openings: all.filter(({ fault }) => fault?.startsWith('begins')).length,
    indefinite: all.filter(({ fault }) => fault?.startsWith('says')).length,
  };
}
