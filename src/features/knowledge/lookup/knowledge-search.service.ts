import { Injectable } from '@nestjs/common';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { SealedValues } from '../../../core/privacy/keys/sealed-values.service.js';
import { TenantKeys } from '../../../core/privacy/keys/tenant-keys.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { mostSimilar } from '../rules/index/near-words.policy.js';
import { rank, type RankedChunk } from '../rules/index/ranking.policy.js';
import { wordsOf } from '../rules/index/words.policy.js';
import { contentOf, offsetsOf } from './content-offsets.js';
import { placeOfBuiltTitle, placeOfChunk } from './sealed-places.js';
import { CHUNKS, SEARCHED_CONTENTS, type ChunkRow, type SearchedContent } from './search.queries.js';
import { askedWords, wordLists, type Question } from './word-lists.js';

/** A question to a ready build. */
export interface AskedKnowledge {
  readonly projectId: string;
  readonly buildId: string;
  readonly query: string;
  readonly topK: number;
}

export interface FoundChunk {
  readonly sourceId: string;
  readonly title: string;
  readonly heading: string | null;
  readonly page: number | null;
  /** Its first character's position in the source's text. */
  readonly place: number;
  readonly text: string;
  readonly score: number;
  readonly matchedWords: readonly string[];
}

export interface FoundKnowledge {
  readonly items: readonly FoundChunk[];
  /** Whether the best chunk has most of the question's weight (knowledge 6.5). */
  readonly isGood: boolean;
  /** Words of the question that no chunk contains, without stop words of any of the build's languages. */
  readonly missing: readonly string[];
}

const NOTHING: FoundKnowledge = { items: [], isGood: false, missing: [] };

/**
 * Finds the chunks of a build that answer a question (knowledge section 6). PostgreSQL finds stems
 * and reads keyed lists. Its own text search is of no use here: below row-level security it reads
 * every row, and it would keep words in the clear.
 */
@Injectable()
export class KnowledgeSearch {
  constructor(
    private readonly stores: TenantStores,
    private readonly keys: TenantKeys,
    private readonly sealed: SealedValues,
  ) {}

  /** @throws 503 without the tenant's keys */
  async find(
    auth: AuthContext,
    { projectId, buildId, query, topK }: AskedKnowledge,
  ): Promise<FoundKnowledge> {
    const { contents, dictionaries, words } = await this.stores.read(auth, async (db) => {
      const found = await db.query<SearchedContent>(SEARCHED_CONTENTS, [buildId]);
      const used = [...new Set(found.map(({ dictionary }) => dictionary))];
      return { contents: found, dictionaries: used, words: await askedWords(db, query, used) };
    });
    if (words.length === 0) return NOTHING;
    const keys = await this.keysOf(auth, contents);
    const question = { projectId, contents, words, keys };
    const { ranked, missing, rows } = await this.stores.read(auth, async (db) => {
      const lists = await wordLists(db, question);
      const chunks = contents.reduce((sum, it) => sum + it.chunks, 0);
      const says = words.map(({ stems }) => stems);
      const ranking = await rank(chunks, says, lists, topK);
      return { ...ranking, rows: await chunkRows(db, contents, ranking.ranked) };
    });
    return {
      items: await Promise.all(rows.map((row) => this.open(auth, buildId, question, row))),
      isGood: ranked[0]?.isGood ?? false,
      missing: missing.flatMap((index) => {
        const { word, stems } = words[index]!;
        return stems.size === dictionaries.length ? [word] : [];
      }),
    };
  }

  private async keysOf(auth: AuthContext, contents: readonly SearchedContent[]) {
    const ids = [...new Set(contents.map(({ key_id: keyId }) => keyId))];
    const keys = await Promise.all(ids.map((keyId) => this.keys.byId(auth, 'matching', keyId)));
    return new Map(keys.map((key) => [key.keyId, key]));
  }

  private async open(
    auth: AuthContext,
    buildId: string,
    { words }: Question,
    { content, row, ranked }: PlacedRow,
  ): Promise<FoundChunk> {
    const { source_id: sourceId, content_key: contentKey, title_encrypted: sealedTitle } = content;
    const [title, chunk] = await Promise.all([
      this.sealed.open(auth, placeOfBuiltTitle(auth, buildId, sourceId), sealedTitle),
      this.sealed.open(auth, placeOfChunk(auth, contentKey, row.ordinal), row.text_encrypted),
    ]);
    const { heading, text } = JSON.parse(chunk) as { readonly heading: string | null; readonly text: string };
    const inText = wordsOf(`${title} ${heading ?? ''} ${text}`);
    return {
      sourceId,
      title,
      heading,
      page: row.page,
      place: row.at,
      text,
      score: Math.round(ranked.score * 1000) / 1000,
      matchedWords: ranked.words.map((word) => mostSimilar(words[word]!.word, inText)),
    };
  }
}

interface PlacedRow {
  readonly content: SearchedContent;
  readonly row: ChunkRow;
  readonly ranked: RankedChunk;
}

/** The chunks as stored, in order of rank. */
async function chunkRows(
  db: StoreReader,
  contents: readonly SearchedContent[],
  ranked: readonly RankedChunk[],
): Promise<readonly PlacedRow[]> {
  const offsets = offsetsOf(contents);
  const placed = ranked.map((it) => {
    const content = contentOf(offsets, it.chunk);
    return { content: contents[content]!, ordinal: it.chunk - offsets[content]!, ranked: it };
  });
  const rows = await db.query<ChunkRow>(CHUNKS, [
    placed.map(({ content }) => content.content_key),
    placed.map(({ ordinal }) => ordinal),
  ]);
  return rows
    .toSorted((a, b) => a.place - b.place)
    .map((row) => ({ content: placed[row.place]!.content, ranked: placed[row.place]!.ranked, row }));
}
