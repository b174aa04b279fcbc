import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import type { BuildChanges, BuildFailure, BuildState } from '../rules/builds.policy.js';

export interface BuildRow {
  readonly build_id: string;
  readonly state: BuildState;
  readonly content_hash: string;
  readonly chunks: number;
  readonly sources: number;
  readonly changes: BuildChanges | null;
  readonly failures: readonly BuildFailure[];
  readonly requested_at: Date;
  readonly requested_by: string;
  readonly started_at: Date | null;
  readonly ended_at: Date | null;
}

const BUILD_COLUMNS = `b.build_id, b.state, b.content_hash, b.chunks, b.changes, b.failures, b.requested_at,
       b.requested_by, b.started_at, b.ended_at,
       (SELECT count(*)::integer FROM knowledge_build_sources s
         WHERE s.client_id = b.client_id AND s.data_env = b.data_env AND s.build_id = b.build_id) AS sources`;

const OF_PROJECT = 'b.client_id = $1 AND b.data_env = $2 AND b.project_id = $3';

/** Requests the build $4 of the project $3: its content hash $5, at $6, by $7. */
export const ADD_BUILD = namedQuery('knowledge_build_add')`
INSERT INTO knowledge_builds (client_id, data_env, project_id, build_id, content_hash, requested_at, requested_by)
VALUES ($1, $2, $3, $4::uuid, $5, $6, $7)`;

/**
 * Adds the sources of a build: ids $4, content hashes $5, revisions $6, content keys $7, languages
 * $8, sealed titles $9.
 */
export const ADD_BUILD_SOURCES = namedQuery('knowledge_build_sources_add')`
INSERT INTO knowledge_build_sources
       (client_id, data_env, build_id, source_id, content_hash, revision, content_key, language, title_encrypted)
SELECT $1, $2, $3::uuid, s.source_id, s.content_hash, s.revision, s.content_key, s.language, s.title
  FROM unnest($4::uuid[], $5::text[], $6::text[], $7::uuid[], $8::text[], $9::bytea[])
    AS s (source_id, content_hash, revision, content_key, language, title)`;

/** A page of a project's builds, the newest first: $4 rows after $5; one row without a build if it has none. */
export const BUILDS_PAGE = namedQuery('knowledge_builds_page')`
WITH total AS (SELECT count(*)::integer AS total FROM knowledge_builds b WHERE ${OF_PROJECT})
SELECT t.total, p.*
  FROM total t
  LEFT JOIN LATERAL (
       SELECT ${BUILD_COLUMNS} FROM knowledge_builds b
        WHERE ${OF_PROJECT}
        ORDER BY b.requested_at DESC, b.build_id DESC LIMIT $4 OFFSET $5) p ON true`;

/** The build $4. */
export const BUILD = namedQuery('knowledge_build')`
SELECT ${BUILD_COLUMNS} FROM knowledge_builds b WHERE ${OF_PROJECT} AND b.build_id = $4::uuid`;

export interface BuildSourceRow {
  readonly source_id: string;
  readonly content_hash: string;
  readonly chunks: number | null;
}

/** The sources of the build $3. */
export const SOURCES_OF_BUILD = namedQuery('knowledge_build_sources')`
SELECT s.source_id, s.content_hash, c.chunks
  FROM knowledge_build_sources s
  LEFT JOIN knowledge_contents c
    ON c.client_id = s.client_id AND c.data_env = s.data_env AND c.content_key = s.content_key
 WHERE s.client_id = $1 AND s.data_env = $2 AND s.build_id = $3::uuid
 ORDER BY s.source_id`;

/** Cancels the build $4 at $5, unless every source is indexed or it has ended. */
export const CANCEL_BUILD = namedQuery('knowledge_build_cancel')`
UPDATE knowledge_builds b
   SET state = 'cancelled', ended_at = $5
 WHERE ${OF_PROJECT} AND b.build_id = $4::uuid AND b.state IN ('queued', 'building') AND NOT b.is_indexed
RETURNING b.build_id`;
