import { Cooperative } from '../../../../core/shared/cooperative.js';
import { storedTrigrams } from './near-words.policy.js';

/** Chunks of a part of an index: some 4 MB of text, so that a search reads few parts. */
export const PART_CHUNKS = 4096;

// A bucket of this size is stored in its row; larger ones are stored elsewhere, one read more.
const BUCKET_BYTES = 1200;

/** Words of an average chunk. */
const AVERAGE_WORDS = 120;
// The usual values of BM25: a word that is repeated counts more, but never 2.2 times as much.
const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.5;
const MAX_IMPACT = 255;

/** A key of the index, as a keyed hash: 32 bits. */
export type IndexKey = number;

/** The lists of one part of an index, in which a word is a keyed hash (knowledge 6.2). */
export class PartIndex {
  private readonly lists = new Map<IndexKey, number[]>();
  private readonly last = new Map<IndexKey, number>();
  private readonly seen = new Set<IndexKey>();
  private bytes = 0;

  /**
   * Adds the next chunk.
   * @param ordinal its place in the part, from 0
   * @param words how often each stem occurs in it
   */
  add(ordinal: number, words: ReadonlyMap<IndexKey, number>): void {
    let length = 0;
    for (const count of words.values()) length += count;
    for (const [key, count] of words) {
      const list = this.listOf(key);
      const before = list.length;
      writeNumber(list, ordinal - (this.last.get(key) ?? -1));
      list.push(impactOf(count, length));
      this.last.set(key, ordinal);
      this.bytes += list.length - before;
    }
  }

  /** Adds a word to the lists of its trigrams, once. */
  addNear(word: IndexKey, trigrams: readonly IndexKey[]): void {
    if (this.seen.has(word)) return;
    this.seen.add(word);
    for (const trigram of trigrams) {
      this.listOf(trigram).push(...bytesOf(word), storedTrigrams(trigrams.length));
      this.bytes += 5;
    }
  }

  /** The lists, each in the bucket that `bucketOf` names. */
  async buckets(): Promise<readonly Buffer[]> {
    const slices = new Cooperative();
    const count = bucketCount(this.bytes + this.lists.size * 6);
    const buckets: number[][] = Array.from({ length: count }, () => []);
    for (const [key, list] of this.lists) {
      const pause = slices.yieldToEventLoop();
      if (pause) await pause;
      const bucket = buckets[bucketOf(key, count)]!;
      bucket.push(...bytesOf(key));
      writeNumber(bucket, list.length);
      for (const byte of list) bucket.push(byte);
    }
    return buckets.map((bucket) => Buffer.from(bucket));
  }

  private listOf(key: IndexKey): number[] {
    const found = this.lists.get(key);
    if (found) return found;
    const list: number[] = [];
    this.lists.set(key, list);
    return list;
  }
}

/** A power of two, so that the bits of a key name its bucket. */
function bucketCount(bytes: number): number {
  let count = 1;
  while (count * BUCKET_BYTES < bytes) count *= 2;
  return count;
}

export const bucketOf = (key: IndexKey, count: number): number => key & (count - 1);

/** The list of a key in its bucket; null if no chunk of the part has it. */
export function listIn(bucket: Buffer, key: IndexKey): Buffer | null {
  for (let at = 0; at < bucket.length;) {
    const found = bucket.readInt32BE(at);
    const [length, from] = readNumber(bucket, at + 4);
    if (found === key) return bucket.subarray(from, from + length);
    at = from + length;
  }
  return null;
}

/** Calls back with each chunk of a word's list, and how much the word says about it: 0 to 1. */
export function eachChunk(list: Buffer, visit: (ordinal: number, impact: number) => void): void {
  let ordinal = -1;
  for (let at = 0; at < list.length;) {
    const [step, next] = readNumber(list, at);
    ordinal += step;
    visit(ordinal, list[next]! / MAX_IMPACT);
    at = next + 1;
  }
}

/** The words of a trigram's list, each with how many trigrams it has. */
export function* nearIn(list: Buffer): Generator<readonly [word: IndexKey, trigrams: number]> {
  for (let at = 0; at < list.length; at += 5) yield [list.readInt32BE(at), list[at + 4]!];
}

/** BM25 without the weight of the word, with an average length that is the same for all sources. */
const impactOf = (count: number, length: number): number => {
  const norm = 1 - LENGTH_WEIGHT + LENGTH_WEIGHT * (length / AVERAGE_WORDS);
  return Math.max(1, Math.round((MAX_IMPACT * count) / (count + SATURATION * norm)));
};

const bytesOf = (key: IndexKey): readonly number[] => [
  (key >>> 24) & 255,
  (key >>> 16) & 255,
  (key >>> 8) & 255,
  key & 255,
];

function writeNumber(bytes: number[], value: number): void {
  let rest = value;
  while (rest > 127) {
    bytes.push((rest & 127) | 128);
    rest >>>= 7;
  }
  bytes.push(rest);
}

function readNumber(bytes: Buffer, from: number): readonly [value: number, next: number] {
  let [value, shift, at] = [0, 0, from];
  for (; bytes[at]! > 127; at += 1, shift += 7) value |= (bytes[at]! & 127) << shift;
  return [value | (bytes[at]! << shift), at + 1];
}
