import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

export const EXPORTED_SOURCES = namedQuery('account_export_knowledge_sources')`
    SELECT s.source_id, s.project_id, s.kind, s.title_encrypted, s.url_encrypted, s.language, s.status, s.media_type,
           s.bytes, s.refresh, s.fetched_at, s.created_at, s.updated_at
      FROM knowledge_sources s
     WHERE s.client_id = $1 AND s.data_env = $2
     ORDER BY s.source_id`;

/** The current text of each source. */
export const EXPORTED_BLOCKS = namedQuery('account_export_knowledge_source_texts')`
    SELECT b.source_id, b.content_hash, b.ordinal, b.heading_encrypted, b.page, b.text_encrypted
      FROM knowledge_sources s
      JOIN knowledge_source_blocks b
        ON b.client_id = s.client_id AND b.data_env = s.data_env AND b.source_id = s.source_id
       AND b.content_hash = s.content_hash
     WHERE s.client_id = $1 AND s.data_env = $2
     ORDER BY b.source_id, b.ordinal`;
