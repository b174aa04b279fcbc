import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { bucketOf, listIn, type IndexKey } from '../rules/index/postings.policy.js';
import { BUCKETS, type BucketRow, type SearchedContent } from './search.queries.js';

/** A list of the index: the one for a key in a part of a content. */
export interface Probe {
  readonly content: SearchedContent;
  readonly part: number;
  /** The position of this part among those of all contents. */
  readonly place: number;
  readonly key: IndexKey;
}

/** The parts of all contents. */
export const partsOf = (contents: readonly SearchedContent[]): readonly Omit<Probe, 'key'>[] =>
  contents
    .flatMap((content) => content.buckets.map((_, part) => ({ content, part })))
    .map((it, place) => ({ ...it, place }));

// More than a part has.
const MOST_BUCKETS = 2 ** 20;

/** The lists for the probes; null if the part does not contain the key. */
export async function listsOf(
  db: StoreReader,
  probes: readonly Probe[],
): Promise<readonly (Buffer | null)[]> {
  if (probes.length === 0) return [];
  const places = new Map<number, number>();
  const [keys, parts, buckets]: [string[], number[], number[]] = [[], [], []];
  const wanted = probes.map(({ content, part, place, key }) => {
    const bucket = bucketOf(key, content.buckets[part]!);
    const name = place * MOST_BUCKETS + bucket;
    const known = places.get(name);
    if (known !== undefined) return known;
    places.set(name, keys.length);
    parts.push(part);
    buckets.push(bucket);
    return keys.push(content.content_key) - 1;
  });
  const rows = await db.query<BucketRow>(BUCKETS, [keys, parts, buckets]);
  const entries = new Map(rows.map((row) => [row.place, row.word_hashes]));
  return probes.map(({ key }, index) => {
    const found = entries.get(wanted[index]!);
    return found ? listIn(found, key) : null;
  });
}
