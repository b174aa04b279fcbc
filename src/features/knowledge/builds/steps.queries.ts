import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

const OF_BUILD = 'client_id = $1 AND data_env = $2 AND build_id = $3::uuid';

export interface StepRow {
  readonly build_id: string;
  readonly attempts: number;
  /** Null: every source is indexed. */
  readonly source_id: string | null;
  readonly content_hash: string;
  readonly content_key: string;
  readonly language: string;
  readonly title_encrypted: Buffer;
}

export interface EndedRow {
  readonly requested_by: string;
}

/** Begins, or continues, the oldest build of the project $3 that has not ended, at $4; counts an attempt at its next source. */
export const BEGIN_STEP = namedQuery('knowledge_build_begin_step')`
WITH next AS MATERIALIZED (
     SELECT b.build_id FROM knowledge_builds b
      WHERE b.client_id = $1 AND b.data_env = $2 AND b.project_id = $3 AND b.state IN ('queued', 'building')
      ORDER BY b.requested_at, b.build_id LIMIT 1 FOR UPDATE),
     begun AS (
     UPDATE knowledge_builds b
        SET state = 'building', started_at = coalesce(b.started_at, $4), attempts = b.attempts + 1
       FROM next
      WHERE b.client_id = $1 AND b.data_env = $2 AND b.build_id = next.build_id
  RETURNING b.build_id, b.attempts)
SELECT b.build_id, b.attempts, s.*
  FROM begun b
  LEFT JOIN LATERAL (
       SELECT s.source_id, s.content_hash, s.content_key, s.language, s.title_encrypted
         FROM knowledge_build_sources s
        WHERE s.client_id = $1 AND s.data_env = $2 AND s.build_id = b.build_id
          AND NOT EXISTS (
              SELECT FROM knowledge_contents c
               WHERE c.client_id = $1 AND c.data_env = $2 AND c.content_key = s.content_key AND c.chunks IS NOT NULL)
        ORDER BY s.source_id LIMIT 1) s ON true`;

/** Resets the attempts for the next source of the build $3. */
export const SOURCE_DONE = namedQuery('knowledge_build_source_done')`
UPDATE knowledge_builds SET attempts = 0 WHERE ${OF_BUILD}`;

/** Fails the build $3 at $4 with the failures $5, and returns who requested it. */
export const FAIL_BUILD = namedQuery('knowledge_build_fail')`
UPDATE knowledge_builds SET state = 'failed', ended_at = $4, failures = $5::jsonb
 WHERE ${OF_BUILD} AND state = 'building'
RETURNING requested_by`;

/** From now on, the build $3 cannot be cancelled. */
export const ALL_INDEXED = namedQuery('knowledge_build_all_indexed')`
UPDATE knowledge_builds SET is_indexed = true WHERE ${OF_BUILD} AND state = 'building' RETURNING build_id`;

/** The sources of the build $4 of the project $3 (mine), and of the previous ready build. */
export const SOURCES_TO_COMPARE = namedQuery('knowledge_build_sources_to_compare')`
SELECT s.source_id AS "sourceId", s.revision, s.build_id = $4::uuid AS mine
  FROM knowledge_build_sources s
 WHERE s.client_id = $1 AND s.data_env = $2
   AND s.build_id IN ($4::uuid, (
       SELECT b.build_id FROM knowledge_builds b
        WHERE b.client_id = $1 AND b.data_env = $2 AND b.project_id = $3 AND b.state = 'ready'
        ORDER BY b.requested_at DESC, b.build_id DESC LIMIT 1))`;

/** Ends the build $3 at $4 with the changes $5, and returns who requested it. */
export const END_BUILD = namedQuery('knowledge_build_end')`
UPDATE knowledge_builds b
   SET state = 'ready', ended_at = $4, changes = $5::jsonb,
       chunks = (SELECT coalesce(sum(c.chunks), 0)::integer
                   FROM knowledge_build_sources s
                   JOIN knowledge_contents c
                     ON c.client_id = s.client_id AND c.data_env = s.data_env AND c.content_key = s.content_key
                  WHERE s.client_id = $1 AND s.data_env = $2 AND s.build_id = b.build_id)
 WHERE b.client_id = $1 AND b.data_env = $2 AND b.build_id = $3::uuid AND b.state = 'building'
RETURNING b.requested_by`;

/** Deletes the content $3, complete or not. */
export const FORGET_CONTENT = namedQuery('knowledge_content_forget')`
DELETE FROM knowledge_contents WHERE client_id = $1 AND data_env = $2 AND content_key = $3::uuid`;

/** Begins the content $3 of the project $4: its source $5, the key $6 of its hashes and its dictionary $7. */
export const ADD_CONTENT = namedQuery('knowledge_content_add')`
INSERT INTO knowledge_contents (client_id, data_env, content_key, project_id, source_id, key_id, dictionary)
VALUES ($1, $2, $3::uuid, $4, $5::uuid, $6, $7)`;

/** Adds chunks to the content $3: ordinals $4, pages $5, positions $6, sealed texts $7. */
export const ADD_CHUNKS = namedQuery('knowledge_chunks_add')`
INSERT INTO knowledge_chunks (client_id, data_env, content_key, ordinal, page, place, text_encrypted)
SELECT $1, $2, $3::uuid, c.ordinal, c.page, c.place, c.text
  FROM unnest($4::integer[], $5::integer[], $6::integer[], $7::bytea[]) AS c (ordinal, page, place, text)`;

/** Adds the buckets $5 of the part $4 to the content $3, starting with the number $6. */
export const ADD_WORDS = namedQuery('knowledge_words_add')`
INSERT INTO knowledge_words (client_id, data_env, content_key, part, bucket, word_hashes)
SELECT $1, $2, $3::uuid, $4, $6 + w.place - 1, w.word_hashes
  FROM unnest($5::bytea[]) WITH ORDINALITY AS w (word_hashes, place)`;

/** Marks the content $3 as complete: $4 chunks, and parts with the numbers of buckets $5. */
export const CONTENT_DONE = namedQuery('knowledge_content_done')`
UPDATE knowledge_contents SET chunks = $4, buckets = $5::integer[] WHERE client_id = $1 AND data_env = $2 AND content_key = $3::uuid`;
