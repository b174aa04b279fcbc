import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import type { SourceFinding } from '../rules/findings.policy.js';
import type {
  FailureCode,
  MediaType,
  RefreshPeriod,
  SourceKind,
  SourceStatus,
} from '../rules/source-words.js';

/** A source as stored. */
export interface SourceRow {
  readonly source_id: string;
  readonly project_id: string;
  readonly kind: SourceKind;
  readonly title_encrypted: Buffer;
  readonly url_encrypted: Buffer | null;
  readonly language: string;
  readonly status: SourceStatus;
  readonly failure_code: FailureCode | null;
  readonly media_type: MediaType | null;
  readonly bytes: number | null;
  readonly text_bytes: number;
  readonly content_hash: string | null;
  readonly findings: readonly SourceFinding[];
  readonly upload_name: string | null;
  readonly upload_key_id: string | null;
  readonly refresh: RefreshPeriod;
  readonly next_fetch_at: Date | null;
  readonly fetched_at: Date | null;
  readonly etag: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export const SOURCE_COLUMNS = `source_id, project_id, kind, title_encrypted, url_encrypted, language, status, failure_code, media_type,
       bytes, text_bytes, content_hash, findings, upload_name, upload_key_id, refresh, next_fetch_at, fetched_at, etag,
       created_at, updated_at`;

/** The sources of the project $3, oldest first. */
export const SOURCES = namedQuery('knowledge_sources')`
SELECT ${SOURCE_COLUMNS}
  FROM knowledge_sources
 WHERE client_id = $1 AND data_env = $2 AND project_id = $3
 ORDER BY created_at, source_id`;

/** The source $4 of the project $3. */
export const SOURCE = namedQuery('knowledge_source')`
SELECT ${SOURCE_COLUMNS}
  FROM knowledge_sources
 WHERE client_id = $1 AND data_env = $2 AND project_id = $3 AND source_id = $4::uuid`;

/** The same, locked for a change. */
export const HOLD_SOURCE = namedQuery('knowledge_source_hold')`
SELECT ${SOURCE_COLUMNS}
  FROM knowledge_sources
 WHERE client_id = $1 AND data_env = $2 AND project_id = $3 AND source_id = $4::uuid
   FOR UPDATE`;

/** Serializes transactions that count the sources of the project $3, or its texts. */
export const TAKE_SOURCES_TURN = namedQuery('knowledge_sources_take_turn')`
SELECT pg_advisory_xact_lock(hashtextextended(concat_ws(chr(10), 'knowledge', $1::text, $2::text, $3::text), 0))`;

/** A passage as stored. */
export interface BlockRow {
  readonly ordinal: number;
  readonly heading_encrypted: Buffer | null;
  readonly page: number | null;
  readonly place: number;
  readonly text_encrypted: Buffer;
}

/**
 * At most $6 passages of the content $4 of the source $3, in order, starting with the ordinal $5.
 */
export const BLOCKS = namedQuery('knowledge_source_blocks')`
SELECT ordinal, heading_encrypted, page, place, text_encrypted
  FROM knowledge_source_blocks
 WHERE client_id = $1 AND data_env = $2 AND source_id = $3::uuid AND content_hash = $4 AND ordinal >= $5
 ORDER BY ordinal
 LIMIT $6`;

/** Whether the content $4 of the source $3 still exists. */
export const HAS_BLOCKS = namedQuery('knowledge_source_has_blocks')`
SELECT FROM knowledge_source_blocks
 WHERE client_id = $1 AND data_env = $2 AND source_id = $3::uuid AND content_hash = $4
 LIMIT 1`;
