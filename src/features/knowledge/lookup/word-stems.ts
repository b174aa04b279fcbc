import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { keyedHash } from '../../../core/privacy/keys/keyed-hash.js';
import type { TenantKey } from '../../../core/privacy/keys/tenant-keys.js';
import type { IndexKey } from '../rules/index/postings.policy.js';
import { STEMS } from './search.queries.js';

/** The stems of words in each dictionary; null for a stop word, such as "the". */
export async function stemsOf(
  db: StoreReader,
  words: readonly { readonly dictionary: string; readonly word: string }[],
): Promise<readonly (string | null)[]> {
  if (words.length === 0) return [];
  const rows = await db.query<{ stem: string | null }>(STEMS, [
    words.map(({ dictionary }) => dictionary),
    words.map(({ word }) => word),
  ]);
  return rows.map(({ stem }) => stem);
}

const hashOf =
  (label: string) =>
  (key: TenantKey, projectId: string, text: string): IndexKey =>
    keyedHash(key, label, `${projectId}\0${text}`).readInt32BE();

/** The keys of stems and trigrams in the index of a project (knowledge 6.2). */
export const stemKey = hashOf('knowledge-stem');
export const trigramKey = hashOf('knowledge-trigram');
