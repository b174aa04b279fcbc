import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { SOURCE_COLUMNS } from '../lookup/sources.queries.js';

export const COUNT_SOURCES = namedQuery('knowledge_sources_count')`
SELECT count(*)::integer AS sources
  FROM knowledge_sources
 WHERE client_id = $1 AND data_env = $2 AND project_id = $3`;

/** $4: its id, $5: kind, $6: sealed title, $7: sealed address, $8: language, $9: refresh, $10: etag, $11: now, $12: by. */
export const ADD_SOURCE = namedQuery('knowledge_source_add')`
INSERT INTO knowledge_sources (client_id, data_env, project_id, source_id, kind, title_encrypted, url_encrypted, language,
                               refresh, etag, created_at, updated_at, updated_by)
VALUES ($1, $2, $3, $4::uuid, $5, $6, $7, $8, $9, $10, $11, $11, $12)
RETURNING ${SOURCE_COLUMNS}`;

/** $4: title, $5: language, $6: refresh, $7: next fetch, $8: findings as JSON, $9: etag, $10: now, $11: by. */
export const CHANGE_SOURCE = namedQuery('knowledge_source_change')`
UPDATE knowledge_sources
   SET title_encrypted = $4, language = $5, refresh = $6, next_fetch_at = $7, findings = $8::jsonb, etag = $9,
       updated_at = $10, updated_by = $11
 WHERE client_id = $1 AND data_env = $2 AND source_id = $3::uuid
RETURNING ${SOURCE_COLUMNS}`;

/** Its passages are deleted with it. */
export const DELETE_SOURCE = namedQuery('knowledge_source_delete')`
DELETE FROM knowledge_sources WHERE client_id = $1 AND data_env = $2 AND source_id = $3::uuid`;
