/** The part of a text in one row. */
export interface Row {
  readonly start: number;
  /** Position after its last character, including a space at its end. */
  readonly end: number;
}

/** Width of a piece of text in points. */
type Measure = (text: string) => number;

// Twice as many as the narrowest letter fits into the widest row: needed for zero-width characters,
// and a limit on the cost of a row.
const MAX_IN_ROW = 300;

// Letters of a broken word are measured separately; side by side, some pairs are slightly closer or
// wider.
const BROKEN_WORD_FILLS = 0.98;

// Characters after which a web address may break if that leaves the row well filled.
const JOINT = /[/?&=#._,~-](?=[^/?&=#._,~-]*$)/;
const WELL_FILLED = 2 / 3;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Breaks a text into rows of at most `width` points, at its spaces; a text has at least one row. A
 * word that does not fit into a row is broken itself, but never within a perceived character. Each
 * step of the generator makes one row.
 */
export function* breakRows(text: string, width: number, measure: Measure): Generator<Row> {
  const blank = measure(' ');
  let start = 0;
  let used = 0;
  for (const { 0: word, index: at } of text.matchAll(/[^ ]+ ?/g)) {
    const end = at + word.length;
    // Includes the space after it, as when drawing; the space itself may exceed the width.
    const wide = word.length > MAX_IN_ROW ? Infinity : measure(word);
    const hanging = word.endsWith(' ') ? blank : 0;
    if (used > 0 && (used + wide - hanging > width || end - start > MAX_IN_ROW)) {
      yield { start, end: at };
      [start, used] = [at, 0];
    }
    if (wide - hanging > width) {
      for (const cut of cutsIn(word, width * BROKEN_WORD_FILLS, measure)) {
        yield { start, end: at + cut };
        start = at + cut;
      }
      used = measure(text.slice(start, end));
    } else {
      used += wide;
    }
  }
  yield { start, end: text.length };
}

/** Cuts a word so that each piece except the last fills a row. */
function* cutsIn(word: string, width: number, measure: Measure): Generator<number> {
  let start = 0;
  let used = 0;
  for (const { segment, index } of graphemes.segment(word)) {
    const wide = measure(segment);
    if (index > start && (used + wide > width || index - start >= MAX_IN_ROW)) {
      const piece = word.slice(start, index);
      const joint = piece.search(JOINT) + 1;
      const cut = joint > piece.length * WELL_FILLED ? start + joint : index;
      yield cut;
      used = cut === index ? 0 : measure(word.slice(cut, index));
      start = cut;
    }
    used += wide;
  }
}
