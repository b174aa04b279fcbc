import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import type { TenantKey } from '../../../core/privacy/keys/tenant-keys.js';
import { MOST_NEAR, nearest, trigramsOf } from '../rules/index/near-words.policy.js';
import { nearIn, PART_CHUNKS, type IndexKey } from '../rules/index/postings.policy.js';
import { MOST_WORDS, type WordList } from '../rules/index/ranking.policy.js';
import { offsetsOf } from './content-offsets.js';
import { listsOf, partsOf, type Probe } from './index-reader.js';
import type { SearchedContent } from './search.queries.js';
import { stemKey, stemsOf, trigramKey } from './word-stems.js';

/** A word of a question with its stem in each dictionary. */
interface AskedWord {
  readonly word: string;
  readonly stems: ReadonlyMap<string, string>;
}

export interface Question {
  readonly projectId: string;
  readonly contents: readonly SearchedContent[];
  readonly words: readonly AskedWord[];
  readonly keys: ReadonlyMap<string, TenantKey>;
}

interface NearWord {
  readonly word: number;
  readonly key: IndexKey;
  readonly likeness: number;
}

/** Without words that say nothing in every dictionary. */
export async function askedWords(
  db: StoreReader,
  asked: readonly string[],
  contents: readonly SearchedContent[],
): Promise<readonly AskedWord[]> {
  const dictionaries = [...new Set(contents.map(({ dictionary }) => dictionary))];
  const pairs = asked.flatMap((word) => dictionaries.map((dictionary) => ({ dictionary, word })));
  const stems = await stemsOf(db, pairs);
  const words = asked.map((word, index) => ({
    word,
    stems: new Map(
      dictionaries.flatMap((dictionary, place) => {
        const stem = stems[index * dictionaries.length + place] ?? null;
        return stem === null ? [] : [[dictionary, stem] as const];
      }),
    ),
  }));
  return words.filter((it) => it.stems.size > 0).slice(0, MOST_WORDS);
}

/** The lists of all words; for a word that no chunk has, those of the most similar ones. */
export async function wordLists(db: StoreReader, question: Question): Promise<readonly WordList[]> {
  const { projectId, contents, words, keys } = question;
  const parts = partsOf(contents);
  const exact = words.flatMap(({ stems }, word) =>
    parts.flatMap((part) => {
      const stem = stems.get(part.content.dictionary);
      if (stem === undefined) return [];
      const key = stemKey(keys.get(part.content.key_id)!, projectId, stem);
      return [{ ...part, key, word, likeness: 1 }];
    }),
  );
  const found = await withLists(db, contents, exact);
  const missing = words.flatMap((_, word) => (found.some((it) => it.word === word) ? [] : [word]));
  const near = await nearWords(db, question, missing);
  const similar = near.flatMap((it) => parts.map((part) => ({ ...part, ...it })));
  return [...found, ...(await withLists(db, contents, similar))].toSorted((a, b) => a.word - b.word);
}

async function withLists(
  db: StoreReader,
  contents: readonly SearchedContent[],
  probes: readonly (Probe & NearWord)[],
): Promise<readonly WordList[]> {
  const offsets = new Map(offsetsOf(contents).map((offset, index) => [contents[index]!, offset]));
  const lists = await listsOf(db, probes);
  return probes.flatMap(({ content, part, word, likeness }, index) => {
    const list = lists[index];
    return list ? [{ word, likeness, offset: offsets.get(content)! + part * PART_CHUNKS, list }] : [];
  });
}

/** The words of the index that are most similar to these words of the question (knowledge 6.4). */
async function nearWords(
  db: StoreReader,
  { projectId, contents, words, keys }: Question,
  missing: readonly number[],
): Promise<readonly NearWord[]> {
  const near: NearWord[] = [];
  for (const word of missing) {
    const probes = partsOf(contents).flatMap((part) => {
      const trigrams = trigramsOf(words[word]!.stems.get(part.content.dictionary) ?? '');
      const key = keys.get(part.content.key_id)!;
      return trigrams.map((it) => ({ ...part, key: trigramKey(key, projectId, it), own: trigrams.length }));
    });
    near.push(...nearestOf(probes, await listsOf(db, probes)).map((it) => ({ ...it, word })));
  }
  return near;
}

function nearestOf(
  probes: readonly (Probe & { readonly own: number })[],
  lists: readonly (Buffer | null)[],
): readonly Omit<NearWord, 'word'>[] {
  const best = new Map<IndexKey, number>();
  const inParts = Map.groupBy(
    probes.keys(),
    (index) => `${probes[index]!.content.content_key} ${probes[index]!.part}`,
  );
  for (const indexes of inParts.values()) {
    const [common, trigrams] = [new Map<IndexKey, number>(), new Map<IndexKey, number>()];
    for (const index of indexes) {
      const list = lists[index];
      if (!list) continue;
      for (const [key, count] of nearIn(list)) {
        common.set(key, (common.get(key) ?? 0) + 1);
        trigrams.set(key, count);
      }
    }
    const { own } = probes[indexes[0]!]!;
    for (const { word, similarity } of nearest(own, common, trigrams))
      best.set(word, Math.max(similarity, best.get(word) ?? 0));
  }
  return [...best]
    .map(([key, likeness]) => ({ key, likeness }))
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, MOST_NEAR);
}
