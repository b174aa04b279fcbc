import { Cooperative } from '../../../../core/shared/cooperative.js';
import { storedTrigrams } from './near-words.policy.js';

/** Chunks in one part of an index: about 4 MB of text, so that a search reads few parts. */
export const PART_CHUNKS = 4096;

// For each word, a search reads one bucket of each source, so buckets are small.
const BUCKET_BYTES = 400;

/** Words in an average chunk. */
const AVERAGE_WORDS = 120;
// The usual values of BM25: a repeated word counts more, but never 2.2 times as much.
const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.5;
const MAX_IMPACT = 255;

/** A key of the index: a keyed hash of 32 bits. */
export type IndexKey = number;

/** The lists of one part of an index, in which each word is a keyed hash (knowledge 6.2). */
export class PartIndex {
  /** Chunks by word. */
  private readonly chunks = new NumberLists();
  /** Words by trigram. */
  private readonly near = new NumberLists();
  private readonly seen = new Set<IndexKey>();

  /**
   * Adds the next chunk.
   * @param ordinal its position in the part, from 0
   * @param words how often each stem occurs in it
   */
  add(ordinal: number, words: ReadonlyMap<IndexKey, number>): void {
    let length = 0;
    for (const count of words.values()) length += count;
    for (const [key, count] of words) this.chunks.add(key, ordinal, impactOf(count, length));
  }

  /** Adds a word to the lists of its trigrams, once. */
  addNear(word: IndexKey, trigrams: readonly IndexKey[]): void {
    if (this.seen.has(word)) return;
    this.seen.add(word);
    for (const trigram of trigrams) this.near.add(trigram, word, storedTrigrams(trigrams.length));
  }

  /** The lists, each in the bucket that `bucketOf` names. */
  async buckets(): Promise<readonly Buffer[]> {
    const slices = new Cooperative();
    const [all, list] = [new ByteWriter(), new ByteWriter()];
    const [keys, starts]: [IndexKey[], number[]] = [[], []];
    const write = async (lists: NumberLists, encode: (value: number, note: number) => void) => {
      for (const key of lists.keys()) {
        const pause = slices.yieldToEventLoop();
        if (pause) await pause;
        list.clear();
        lists.each(key, encode);
        keys.push(key);
        starts.push(all.length);
        all.integer(key);
        all.number(list.length);
        all.append(list.written());
      }
    };
    let before = -1;
    await write(this.chunks, (ordinal, impact) => {
      if (list.length === 0) before = -1;
      list.number(ordinal - before);
      list.byte(impact);
      before = ordinal;
    });
    await write(this.near, (word, trigrams) => {
      list.integer(word);
      list.byte(trigrams);
    });
    starts.push(all.length);
    const count = bucketCount(all.length);
    const ends = new Uint32Array(count);
    for (const [index, key] of keys.entries())
      ends[bucketOf(key, count)]! += starts[index + 1]! - starts[index]!;
    for (let bucket = 1; bucket < count; bucket += 1) ends[bucket]! += ends[bucket - 1]!;
    const bytes = Buffer.allocUnsafeSlow(all.length);
    const free = Uint32Array.of(0, ...ends.subarray(0, -1));
    for (const [index, key] of keys.entries()) {
      const pause = slices.yieldToEventLoop();
      if (pause) await pause;
      const bucket = bucketOf(key, count);
      free[bucket]! += all.written().copy(bytes, free[bucket], starts[index], starts[index + 1]);
    }
    return Array.from(ends, (end, bucket) => bytes.subarray(ends[bucket - 1] ?? 0, end));
  }
}

/** Many short lists of numbers, each with a byte, without a JavaScript object per list. */
class NumberLists {
  /** The last element of each list. */
  private readonly last = new Map<IndexKey, number>();
  private size = 0;
  private values = new Int32Array(1024);
  private notes = new Uint8Array(1024);
  /** The next element of each; the last one points to the first. */
  private next = new Int32Array(1024);

  add(key: IndexKey, value: number, note: number): void {
    const at = this.size++;
    if (at === this.values.length) this.grow();
    const last = this.last.get(key);
    this.values[at] = value;
    this.notes[at] = note;
    this.next[at] = last === undefined ? at : this.next[last]!;
    if (last !== undefined) this.next[last] = at;
    this.last.set(key, at);
  }

  keys(): Iterable<IndexKey> {
    return this.last.keys();
  }

  each(key: IndexKey, visit: (value: number, note: number) => void): void {
    const last = this.last.get(key)!;
    let at = last;
    do {
      at = this.next[at]!;
      visit(this.values[at]!, this.notes[at]!);
    } while (at !== last);
  }

  private grow(): void {
    const { values, notes, next } = this;
    const length = values.length * 2;
    (this.values = new Int32Array(length)).set(values);
    (this.notes = new Uint8Array(length)).set(notes);
    (this.next = new Int32Array(length)).set(next);
  }
}

class ByteWriter {
  length = 0;
  private bytes = Buffer.allocUnsafeSlow(4096);

  byte(value: number): void {
    this.reserve(1);
    this.bytes[this.length++] = value;
  }

  integer(value: number): void {
    this.reserve(4);
    this.length = this.bytes.writeInt32BE(value, this.length);
  }

  /** A whole number from 0, in seven bits per byte, so that small numbers are short. */
  number(value: number): void {
    let rest = value;
    for (; rest > 127; rest >>>= 7) this.byte((rest & 127) | 128);
    this.byte(rest);
  }

  append(bytes: Buffer): void {
    this.reserve(bytes.length);
    this.length += bytes.copy(this.bytes, this.length);
  }

  clear(): void {
    this.length = 0;
  }

  written(): Buffer {
    return this.bytes.subarray(0, this.length);
  }

  private reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const bytes = Buffer.allocUnsafeSlow(Math.max(this.length + more, this.bytes.length * 2));
    this.bytes.copy(bytes, 0, 0, this.length);
    this.bytes = bytes;
  }
}

/** A power of two, so that the bits of a key name its bucket. */
function bucketCount(bytes: number): number {
  let count = 1;
  while (count * BUCKET_BYTES < bytes) count *= 2;
  return count;
}

export const bucketOf = (key: IndexKey, count: number): number => key & (count - 1);

/** The list of a key in its bucket; null if no chunk of the part contains it. */
export function listIn(bucket: Buffer, key: IndexKey): Buffer | null {
  for (let at = 0; at < bucket.length;) {
    const found = bucket.readInt32BE(at);
    const [length, from] = readNumber(bucket, at + 4);
    if (found === key) return bucket.subarray(from, from + length);
    at = from + length;
  }
  return null;
}

/** Calls back with each chunk of a word's list, and the word's relevance to it, from 0 to 1. */
export function eachChunk(list: Buffer, visit: (ordinal: number, impact: number) => void): void {
  let ordinal = -1;
  for (let at = 0; at < list.length;) {
    const [step, next] = readNumber(list, at);
    ordinal += step;
    visit(ordinal, list[next]! / MAX_IMPACT);
    at = next + 1;
  }
}

/** Calls back with each word of a trigram's list, and the number of the word's trigrams. */
export function eachNear(list: Buffer, visit: (word: IndexKey, trigrams: number) => void): void {
  for (let at = 0; at < list.length; at += 5) visit(list.readInt32BE(at), list[at + 4]!);
}

/** BM25 without the weight of the word, with the same average length for all sources. */
const impactOf = (count: number, length: number): number => {
  const norm = 1 - LENGTH_WEIGHT + LENGTH_WEIGHT * (length / AVERAGE_WORDS);
  return Math.max(1, Math.round((MAX_IMPACT * count) / (count + SATURATION * norm)));
};

function readNumber(bytes: Buffer, from: number): readonly [value: number, next: number] {
  let [value, shift, at] = [0, 0, from];
  for (; bytes[at]! > 127; at += 1, shift += 7) value |= (bytes[at]! & 127) << shift;
  return [value | (bytes[at]! << shift), at + 1];
}
