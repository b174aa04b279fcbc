import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** A source of a build, with the fields that a search reads. */
export interface SearchedContent {
  readonly source_id: string;
  readonly title_encrypted: Buffer;
  readonly content_key: string;
  readonly key_id: string;
  readonly dictionary: string;
  readonly chunks: number;
  /** The number of buckets of each part. */
  readonly buckets: readonly number[];
}

/** The build $4 of the project $3, if it is ready; null: the newest ready one. */
export const READY_BUILD = namedQuery('knowledge_ready_build')`
SELECT b.build_id FROM knowledge_builds b
 WHERE b.client_id = $1 AND b.data_env = $2 AND b.project_id = $3 AND b.state = 'ready'
   AND ($4::uuid IS NULL OR b.build_id = $4::uuid)
 ORDER BY b.requested_at DESC, b.build_id DESC LIMIT 1`;

/** The contents of the build $3. */
export const SEARCHED_CONTENTS = namedQuery('knowledge_searched_contents')`
SELECT s.source_id, s.title_encrypted, c.content_key, c.key_id, c.dictionary, c.chunks, c.buckets
  FROM knowledge_build_sources s
  JOIN knowledge_contents c
    ON c.client_id = s.client_id AND c.data_env = s.data_env AND c.content_key = s.content_key
 WHERE s.client_id = $1 AND s.data_env = $2 AND s.build_id = $3::uuid AND c.chunks > 0
 ORDER BY s.source_id`;

/** The stem of each of the words $4 by the dictionary in $3; none for a word that says nothing, such as "the". */
export const STEMS: { readonly name: string; readonly text: string; readonly ofStore: true } = {
  name: 'knowledge_stems',
  ofStore: true,
  text: `
SELECT (ts_lexize(w.dictionary::regdictionary, w.word))[1] AS stem
  FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS w (dictionary, word, place)
 ORDER BY w.place`,
};

export interface BucketRow {
  readonly place: number;
  readonly word_hashes: Buffer;
}

/** The buckets $5 of the parts $4 of the contents $3, each with its position in these lists. */
export const BUCKETS = namedQuery('knowledge_buckets')`
SELECT q.place::integer - 1 AS place, w.word_hashes
  FROM unnest($3::uuid[], $4::integer[], $5::integer[]) WITH ORDINALITY AS q (content_key, part, bucket, place)
 CROSS JOIN LATERAL (
       SELECT w.word_hashes FROM knowledge_words w
        WHERE w.client_id = $1 AND w.data_env = $2
          AND w.content_key = q.content_key AND w.part = q.part AND w.bucket = q.bucket) w`;

export interface ChunkRow {
  readonly place: number;
  readonly ordinal: number;
  readonly page: number | null;
  readonly at: number;
  readonly text_encrypted: Buffer;
}

/** The chunks with the ordinals $4 of the contents $3, each with its position in these lists. */
export const CHUNKS = namedQuery('knowledge_chunks')`
SELECT q.place::integer - 1 AS place, c.ordinal, c.page, c.place AS at, c.text_encrypted
  FROM unnest($3::uuid[], $4::integer[]) WITH ORDINALITY AS q (content_key, ordinal, place)
  JOIN knowledge_chunks c
    ON c.client_id = $1 AND c.data_env = $2 AND c.content_key = q.content_key AND c.ordinal = q.ordinal`;
