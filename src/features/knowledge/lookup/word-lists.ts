import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import type { TenantKey } from '../../../core/privacy/keys/tenant-keys.js';
import { Cooperative } from '../../../core/shared/cooperative.js';
import { MOST_NEAR, nearest, trigramsOf } from '../rules/index/near-words.policy.js';
import { eachNear, PART_CHUNKS, type IndexKey } from '../rules/index/postings.policy.js';
import { MOST_WORDS, type WordList } from '../rules/index/ranking.policy.js';
import { spellingsOf, wordsOf } from '../rules/index/words.policy.js';
import { offsetsOf } from './content-offsets.js';
import { listsOf, partsOf, type Probe } from './index-reader.js';
import type { SearchedContent } from './search.queries.js';
import { stemKey, stemsOf, trigramKey } from './word-stems.js';

/** A word of a question, with its stem in each dictionary. */
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

/** The words of a question, without those that are stop words in every dictionary. */
export async function askedWords(
  db: StoreReader,
  query: string,
  dictionaries: readonly string[],
): Promise<readonly AskedWord[]> {
  const asked = [...new Set(wordsOf(query))];
  const spellings = spellingsOf(query);
  const pairs = asked.flatMap((word) => dictionaries.map((dictionary) => ({ dictionary, word })));
  const spelled = pairs.map((pair) => ({ ...pair, word: spellings.get(pair.word) ?? pair.word }));
  const stems = await stemsOf(db, [...pairs, ...spelled]);
  const words = asked.map((word, index) => ({
    word,
    stems: new Map(
      dictionaries.flatMap((dictionary, place) => {
        const pair = index * dictionaries.length + place;
        const [stem, asSpelled] = [stems[pair] ?? null, stems[pairs.length + pair] ?? null];
        return stem === null || asSpelled === null ? [] : [[dictionary, stem] as const];
      }),
    ),
  }));
  return words.filter((it) => it.stems.size > 0).slice(0, MOST_WORDS);
}

/**
 * The lists of all words; for a word that no chunk contains, the lists of the most similar words.
 */
export async function wordLists(db: StoreReader, question: Question): Promise<readonly WordList[]> {
  const { projectId, contents, words, keys } = question;
  const parts = partsOf(contents);
  const exact = words.flatMap(({ stems }, word) => {
    const keyOf = onceForEachIndex(({ key_id: keyId, dictionary }) => {
      const stem = stems.get(dictionary);
      return stem === undefined ? null : stemKey(keys.get(keyId)!, projectId, stem);
    });
    return parts.flatMap((part) => {
      const key = keyOf(part.content);
      return key === null ? [] : [{ ...part, key, word, likeness: 1 }];
    });
  });
  const found = await withLists(db, contents, exact);
  const missing = words.flatMap((_, word) => (found.some((it) => it.word === word) ? [] : [word]));
  const near = await nearWords(db, question, missing);
  const similar = near.flatMap((it) =>
    parts
      .filter(({ content }) => words[it.word]!.stems.has(content.dictionary))
      .map((part) => ({ ...part, ...it })),
  );
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
    const offset = offsets.get(content)! + part * PART_CHUNKS;
    return list ? [{ word, likeness, dictionary: content.dictionary, offset, list }] : [];
  });
}

/**
 * Computes a value once for all contents with the same key and dictionary, because they hash words
 * alike.
 */
function onceForEachIndex<T>(compute: (content: SearchedContent) => T): (content: SearchedContent) => T {
  const known = new Map<string, T>();
  return (content) => {
    const index = `${content.key_id} ${content.dictionary}`;
    if (!known.has(index)) known.set(index, compute(content));
    return known.get(index)!;
  };
}

/** The words of the index that are most similar to these words of the question (knowledge 6.4). */
async function nearWords(
  db: StoreReader,
  { projectId, contents, words, keys }: Question,
  missing: readonly number[],
): Promise<readonly NearWord[]> {
  const near: NearWord[] = [];
  for (const word of missing) {
    const trigramsIn = onceForEachIndex(({ key_id: keyId, dictionary }) =>
      trigramsOf(words[word]!.stems.get(dictionary) ?? '').map((it) =>
        trigramKey(keys.get(keyId)!, projectId, it),
      ),
    );
    const probes = partsOf(contents).flatMap((part) => {
      const trigrams = trigramsIn(part.content);
      return trigrams.map((key) => ({ ...part, key, trigrams }));
    });
    near.push(...(await nearestOf(probes, await listsOf(db, probes))).map((it) => ({ ...it, word })));
  }
  return near;
}

async function nearestOf(
  probes: readonly (Probe & { readonly trigrams: readonly IndexKey[] })[],
  lists: readonly (Buffer | null)[],
): Promise<readonly Omit<NearWord, 'word'>[]> {
  const slices = new Cooperative();
  const best = new Map<IndexKey, number>();
  for (const [own, ofIndex] of Map.groupBy(probes.keys(), (index) => probes[index]!.trigrams)) {
    const [common, trigrams] = [new Map<IndexKey, number>(), new Map<IndexKey, number>()];
    for (const ofTrigram of Map.groupBy(ofIndex, (index) => probes[index]!.key).values()) {
      const having = new Set<IndexKey>();
      for (const index of ofTrigram) {
        const pause = slices.yieldToEventLoop();
        if (pause) await pause;
        const list = lists[index];
        if (!list) continue;
        eachNear(list, (word, count) => {
          if (having.has(word)) return;
          having.add(word);
          trigrams.set(word, count);
        });
      }
      for (const word of having) common.set(word, (common.get(word) ?? 0) + 1);
    }
    for (const { word, similarity } of nearest(own.length, common, trigrams))
      best.set(word, Math.max(similarity, best.get(word) ?? 0));
  }
  return [...best]
    .map(([key, likeness]) => ({ key, likeness }))
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, MOST_NEAR);
}
