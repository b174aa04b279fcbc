import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { SOURCE_COLUMNS } from '../lookup/sources.queries.js';

/**
 * Stores an upload ($4) that waits to be read: sealed under the key $5, of $6 bytes; etag $7, at
 * $8, by $9; sealed text $10.
 */
export const AWAIT_UPLOAD = namedQuery('knowledge_source_await_upload')`
UPDATE knowledge_sources
   SET status = 'pending', failure_code = NULL, upload_name = $4, upload_key_id = $5, bytes = $6, etag = $7,
       updated_at = $8, updated_by = $9, text_encrypted = $10
 WHERE client_id = $1 AND data_env = $2 AND source_id = $3::uuid
RETURNING ${SOURCE_COLUMNS}`;

/** The source $4 of the project $3 with its text. */
export const SOURCE_WITH_TEXT = namedQuery('knowledge_source_with_text')`
SELECT ${SOURCE_COLUMNS}, text_encrypted
  FROM knowledge_sources
 WHERE client_id = $1 AND data_env = $2 AND project_id = $3 AND source_id = $4::uuid`;

/** The source $3 of any project. */
export const SOURCE_TO_READ = namedQuery('knowledge_source_to_read')`
SELECT ${SOURCE_COLUMNS}
  FROM knowledge_sources
 WHERE client_id = $1 AND data_env = $2 AND source_id = $3::uuid`;

/** The same source, locked, if it is still waiting for the upload $4; null for a page. */
export const HOLD_READ_SOURCE = namedQuery('knowledge_source_hold_read')`
SELECT ${SOURCE_COLUMNS}
  FROM knowledge_sources
 WHERE client_id = $1 AND data_env = $2 AND source_id = $3::uuid AND upload_name IS NOT DISTINCT FROM $4
   FOR UPDATE`;

/** $4: media type, $5: bytes, $6: bytes of text, $7: hash, $8: findings as JSON, $9: now, $10: next fetch, $11: etag. */
export const RECORD_TEXT = namedQuery('knowledge_source_record_text')`
UPDATE knowledge_sources
   SET status = 'ready', failure_code = NULL, media_type = $4, bytes = $5, text_bytes = $6, content_hash = $7,
       findings = $8::jsonb, fetched_at = $9, next_fetch_at = $10, etag = $11, updated_at = $9,
       upload_name = NULL, upload_key_id = NULL
 WHERE client_id = $1 AND data_env = $2 AND source_id = $3::uuid`;

/**
 * Records that the last content could not be read for the reason $4, at $5; next fetch $6, etag $7.
 */
export const RECORD_FAILURE = namedQuery('knowledge_source_record_failure')`
UPDATE knowledge_sources
   SET status = 'failed', failure_code = $4, updated_at = $5, next_fetch_at = $6, etag = $7,
       upload_name = NULL, upload_key_id = NULL
 WHERE client_id = $1 AND data_env = $2 AND source_id = $3::uuid`;

/** Whether the project $3 is archived, or its client suspended; in the metadata store. */
export const IS_AT_REST = namedQuery('knowledge_is_at_rest')`
SELECT EXISTS (SELECT FROM projects
                WHERE client_id = $1 AND data_env = $2 AND project_id = $3 AND lifecycle_state = 'archived')
    OR EXISTS (SELECT FROM clients WHERE client_id = $1 AND status = 'suspended') AS is_at_rest`;

/** Sets the next fetch of the source $3 to $4. */
export const POSTPONE_FETCH = namedQuery('knowledge_source_postpone_fetch')`
UPDATE knowledge_sources
   SET next_fetch_at = $4
 WHERE client_id = $1 AND data_env = $2 AND source_id = $3::uuid`;

/** The bytes of text in the project $3, without the source $4. */
export const TEXT_OF_OTHERS = namedQuery('knowledge_text_of_others')`
SELECT coalesce(sum(text_bytes), 0)::double precision AS bytes
  FROM knowledge_sources
 WHERE client_id = $1 AND data_env = $2 AND project_id = $3 AND source_id <> $4::uuid`;

/** Adds passages to the content $4 of the source $3; a passage that exists already is identical. */
export const ADD_BLOCKS = namedQuery('knowledge_source_add_blocks')`
INSERT INTO knowledge_source_blocks (client_id, data_env, source_id, content_hash, ordinal, heading_encrypted, page, place,
                                     text_encrypted)
SELECT $1, $2, $3::uuid, $4, b.ordinal, b.heading, b.page, b.place, b.text
  FROM unnest($5::integer[], $6::bytea[], $7::integer[], $8::integer[], $9::bytea[]) AS b (ordinal, heading, page, place, text)
 WHERE EXISTS (SELECT FROM knowledge_sources s
                WHERE s.client_id = $1 AND s.data_env = $2 AND s.source_id = $3::uuid)
    ON CONFLICT (client_id, data_env, source_id, content_hash, ordinal) DO NOTHING`;

/** The number of passages of the content $4 of the source $3. */
export const COUNT_BLOCKS = namedQuery('knowledge_source_count_blocks')`
SELECT count(*)::integer AS blocks
  FROM knowledge_source_blocks
 WHERE client_id = $1 AND data_env = $2 AND source_id = $3::uuid AND content_hash = $4`;

/**
 * Deletes the passages of the source $3, except those of the contents $4 and of builds that have
 * not ended.
 */
export const FORGET_BLOCKS = namedQuery('knowledge_source_forget_blocks')`
DELETE FROM knowledge_source_blocks
 WHERE client_id = $1 AND data_env = $2 AND source_id = $3::uuid AND content_hash <> ALL ($4::text[])
   AND content_hash NOT IN (
       SELECT s.content_hash
         FROM knowledge_builds b
         JOIN knowledge_build_sources s
           ON s.client_id = b.client_id AND s.data_env = b.data_env AND s.build_id = b.build_id
        WHERE b.client_id = $1 AND b.data_env = $2 AND b.state IN ('queued', 'building') AND s.source_id = $3::uuid)`;
