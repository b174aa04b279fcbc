/** Scripts without spaces between words; the API reads them as pairs of neighbouring characters. */
const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
const RUN = new RegExp(`([${UNSPACED}]+)|((?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])+)`, 'gu');
const ACCENTS = /[\u0300-\u036f\u064b-\u065f]+/gu;

/** A part of a text, and whether the question contains it. */
export interface Stretch {
  readonly text: string;
  readonly isMatch: boolean;
}

/** A word as the API compares it: case and accents make no difference (knowledge 6.1). */
const folded = (word: string): string =>
  word.normalize('NFKD').replace(ACCENTS, '').normalize('NFC').toLowerCase();

/** The characters of an unspaced run, each with whether it is in a pair that matches. */
function inPairs(run: string, words: ReadonlySet<string>): Stretch[] {
  const characters = [...run];
  const isPair = (at: number): boolean =>
    words.has(folded(`${characters[at] ?? ''}${characters[at + 1] ?? ''}`));
  return characters.map((text, at) => ({ text, isMatch: isPair(at) || (at > 0 && isPair(at - 1)) }));
}

function joined(stretches: readonly Stretch[]): Stretch[] {
  const result: Stretch[] = [];
  for (const { text, isMatch } of stretches) {
    const last = result.at(-1);
    if (last?.isMatch === isMatch) result[result.length - 1] = { text: last.text + text, isMatch };
    else if (text !== '') result.push({ text, isMatch });
  }
  return result;
}

/** A text divided into parts, in which each matching word is a separate part. */
export function stretchesOf(text: string, matchedWords: readonly string[]): readonly Stretch[] {
  const words = new Set(matchedWords);
  const stretches: Stretch[] = [];
  let end = 0;
  for (const { 0: run, 1: unspaced, index } of text.matchAll(RUN)) {
    stretches.push({ text: text.slice(end, index), isMatch: false });
    if (unspaced === undefined) stretches.push({ text: run, isMatch: words.has(folded(run)) });
    else stretches.push(...inPairs(run, words));
    end = index + run.length;
  }
  return joined([...stretches, { text: text.slice(end), isMatch: false }]);
}
