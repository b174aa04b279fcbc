import { Cooperative } from '../../../../core/shared/cooperative.js';
import { eachChunk } from './postings.policy.js';

/** The words of a question that count; a longer question names its subject within them. */
export const MOST_WORDS = 32;

/** A chunk answers a question if it has words that make up this share of the question's weight. */
const GOOD_COVERAGE = 0.5;

/**
 * The weight of words that no chunk has, as a share of the weight of the rarest word. Some are the
 * subject of the question, but most are talk, such as "bring my two kids along": the more there
 * are, the less each one says.
 */
const unknownShare = (words: number): number => 0.5 * Math.sqrt(words);

/** A word of a question: it says something in a dictionary, or is one of its stop words. */
interface AskedWord {
  has(dictionary: string): boolean;
}

/** The chunks of a part that contain a word, or a similar one. */
export interface WordList {
  /** The position of the word in the question. */
  readonly word: number;
  /** 1 for the word itself, less for a similar one. */
  readonly likeness: number;
  /** The dictionary of the part's source. */
  readonly dictionary: string;
  /** The position of the part's first chunk among all chunks. */
  readonly offset: number;
  readonly list: Buffer;
}

export interface RankedChunk {
  /** Its position among all chunks. */
  readonly chunk: number;
  /** The share of the question's weight that the chunk has, from 0 to 1. */
  readonly score: number;
  /** Positions of the question's words that the chunk contains. */
  readonly words: readonly number[];
  readonly isGood: boolean;
}

interface Ranking {
  readonly ranked: readonly RankedChunk[];
  /** Positions of the words that no chunk contains. */
  readonly missing: readonly number[];
}

/**
 * A rare word says more: one that occurs in a single chunk outweighs three that every third chunk
 * contains.
 */
export const weightOf = (chunks: number, having: number): number =>
  Math.log(1 + (chunks - having + 0.5) / (having + 0.5));

/**
 * Ranks chunks by BM25 (knowledge 6.3); of equal ones the earlier comes first.
 * @param chunks how many there are
 * @param words those of the question
 * @param lists in the order of the words, and of one word the most similar first
 */
export async function rank(
  chunks: number,
  words: readonly AskedWord[],
  lists: readonly WordList[],
  topK: number,
): Promise<Ranking> {
  const slices = new Cooperative();
  const counts = await chunkCounts(slices, chunks, words.length, lists);
  const weights = counts.map((having) => (having === 0 ? 0 : weightOf(chunks, having)));
  const totals = new Map<string, number>();
  for (const { dictionary } of lists) {
    if (totals.has(dictionary)) continue;
    // Stop words of a chunk's language are no part of the question that it could have.
    const said = [...words.keys()].filter((word) => words[word]!.has(dictionary));
    const unknown = said.filter((word) => counts[word] === 0).length;
    const known = said.reduce((sum, word) => sum + weights[word]!, 0);
    totals.set(dictionary, known + unknownShare(unknown) * weightOf(chunks, 1));
  }
  const scores = new Float64Array(chunks);
  const covered = new Float64Array(chunks);
  const had = new Uint32Array(chunks);
  for (const { word, likeness, dictionary, offset, list } of lists) {
    const pause = slices.yieldToEventLoop();
    if (pause) await pause;
    const share = (weights[word]! * likeness) / totals.get(dictionary)!;
    eachChunk(list, (ordinal, impact) => {
      const chunk = offset + ordinal;
      // It already has a more similar word.
      if ((had[chunk]! >>> word) & 1) return;
      scores[chunk]! += share * impact;
      covered[chunk]! += share;
      had[chunk]! |= 1 << word;
    });
  }
  const ranked = best(scores, topK).map((chunk) => {
    const found = [...words.keys()].filter((it) => (had[chunk]! >>> it) & 1);
    return { chunk, score: scores[chunk]!, words: found, isGood: covered[chunk]! >= GOOD_COVERAGE };
  });
  return { ranked, missing: counts.flatMap((having, word) => (having === 0 ? [word] : [])) };
}

/** How many chunks contain each word, or a similar one. */
async function chunkCounts(
  slices: Cooperative,
  chunks: number,
  words: number,
  lists: readonly WordList[],
): Promise<readonly number[]> {
  const counts = Array.from({ length: words }, () => 0);
  const had = new Uint32Array(chunks);
  for (const { word, offset, list } of lists) {
    const pause = slices.yieldToEventLoop();
    if (pause) await pause;
    eachChunk(list, (ordinal) => {
      const chunk = offset + ordinal;
      if ((had[chunk]! >>> word) & 1) return;
      had[chunk]! |= 1 << word;
      counts[word]! += 1;
    });
  }
  return counts;
}

function best(scores: Float64Array, topK: number): readonly number[] {
  const top: number[] = [];
  let least = 0;
  for (let chunk = 0; chunk < scores.length; chunk += 1) {
    const score = scores[chunk]!;
    if (score <= least) continue;
    const place = top.findLastIndex((it) => scores[it]! >= score) + 1;
    top.splice(place, 0, chunk);
    top.length = Math.min(top.length, topK);
    if (top.length === topK) least = scores[top.at(-1)!]!;
  }
  return top;
}
