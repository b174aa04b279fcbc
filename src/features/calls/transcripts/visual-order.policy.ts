import bidiFactory from 'bidi-js';
import type { Bidi, EmbeddingLevels } from 'bidi-js';

// The package exports one function, but its types declare a property.
const bidi: Bidi = (bidiFactory as unknown as () => Bidi)();

/** A stretch of a row that reads in one direction. */
export interface VisualRun {
  /** In spoken order, with brackets mirrored for drawing. */
  readonly text: string;
  readonly isRightToLeft: boolean;
}

const BY_SCRIPT = /(\p{sc=Hebrew}+)|(\p{sc=Arabic}+)|[[\p{L}\p{N}]--[\p{sc=Hebrew}\p{sc=Arabic}]]+/gv;

/** How often a text changes between Hebrew, Arabic and all other letters. */
export function scriptChanges(text: string): number {
  if (!RIGHT_TO_LEFT.test(text)) return 0;
  let changes = 0;
  let before: number | undefined;
  for (const [, hebrew, arabic] of text.matchAll(BY_SCRIPT)) {
    const script = hebrew !== undefined ? 1 : arabic !== undefined ? 2 : 0;
    if (before !== undefined && script !== before) changes += 1;
    before = script;
  }
  return changes;
}

/** A text whose directions are known. */
export interface DirectedText {
  readonly text: string;
  /** The direction of the row: that of its first letter with a direction. */
  readonly isRightToLeft: boolean;
  /** Null if all of it reads from left to right. */
  readonly levels: EmbeddingLevels | null;
}

// Letters of right-to-left scripts, and their digits. All other texts, nearly all of them, read
// from left to right without a check.
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** Finds the directions of a text by the Unicode Bidirectional Algorithm (UAX 9). */
export function directed(text: string): DirectedText {
  if (!RIGHT_TO_LEFT.test(text)) return { text, isRightToLeft: false, levels: null };
  const levels = bidi.getEmbeddingLevels(text);
  return { text, isRightToLeft: levels.paragraphs[0]?.level === 1, levels };
}

/**
 * The part of a text in one row, as runs from left to right.
 * @param start position of its first character
 * @param end position after its last one
 */
export function visualRuns({ text, levels }: DirectedText, start: number, end: number): VisualRun[] {
  if (levels === null || start >= end) return [{ text: text.slice(start, end), isRightToLeft: false }];
  const order = visualOrder({ text, levels }, start, end);
  const mirrored = bidi.getMirroredCharactersMap(text, levels.levels, start, end - 1);
  const isOdd = (at: number | undefined): boolean => at !== undefined && (levels.levels[at]! & 1) === 1;
  const runs: VisualRun[] = [];
  for (let first = 0; first < order.length;) {
    const isRightToLeft = isOdd(order[first]);
    const step = isRightToLeft ? -1 : 1;
    let last = first;
    while (order[last + 1] === order[last]! + step && isOdd(order[last + 1]) === isRightToLeft) last += 1;
    const from = Math.min(order[first]!, order[last]!);
    const to = Math.max(order[first]!, order[last]!);
    runs.push({ text: sliceMirrored(text, from, to, mirrored), isRightToLeft });
    first = last + 1;
  }
  return runs;
}

/** Positions of the characters of a row from left to right. */
function visualOrder(
  { text, levels }: { text: string; levels: EmbeddingLevels },
  start: number,
  end: number,
): number[] {
  const order = Array.from({ length: end - start }, (_, index) => start + index);
  for (const [from, to] of bidi.getReorderSegments(text, levels, start, end - 1)) {
    const turned = order.slice(from! - start, to! - start + 1).reverse();
    order.splice(from! - start, turned.length, ...turned);
  }
  return order;
}

function sliceMirrored(
  text: string,
  from: number,
  to: number,
  mirrored: ReadonlyMap<number, string>,
): string {
  let slice = '';
  for (let at = from; at <= to; at += 1) slice += mirrored.get(at) ?? text[at]!;
  return slice;
}
