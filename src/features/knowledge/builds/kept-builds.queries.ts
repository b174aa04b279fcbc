import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** Records that versions may name the build $4 of the project $3, which has been ready since $5. */
export const ADD_READY_BUILD = namedQuery('knowledge_ready_build_add')`
INSERT INTO knowledge_ready_builds (client_id, data_env, project_id, build_id, ready_at)
VALUES ($1, $2, $3, $4::uuid, $5)
ON CONFLICT (client_id, data_env, project_id, build_id) DO NOTHING`;

/**
 * Deletes the entries of ready builds of the project $3 that neither a version nor the draft names,
 * except the last $4.
 */
export const FORGET_READY_BUILDS = namedQuery('knowledge_ready_builds_forget')`
DELETE FROM knowledge_ready_builds r
 WHERE r.client_id = $1 AND r.data_env = $2 AND r.project_id = $3 AND NOT r.is_named
   AND r.build_id IN (
       SELECT o.build_id FROM knowledge_ready_builds o
        WHERE o.client_id = $1 AND o.data_env = $2 AND o.project_id = $3 AND NOT o.is_named
          AND NOT EXISTS (
              SELECT FROM project_draft_sections d
               WHERE d.client_id = $1 AND d.data_env = $2 AND d.project_id = $3 AND d.section = 'assistant'
                 AND d.configuration ->> 'knowledge_build_id' = o.build_id::text)
        ORDER BY o.ready_at DESC, o.build_id DESC OFFSET $4)`;

/** The ready builds of the project $3 that are kept. */
export const READY_BUILDS = namedQuery('knowledge_ready_builds')`
SELECT r.build_id FROM knowledge_ready_builds r
 WHERE r.client_id = $1 AND r.data_env = $2 AND r.project_id = $3`;

/**
 * Deletes ended builds of the project $3: ready ones other than $4, and all except the last $5
 * others.
 */
export const FORGET_BUILDS = namedQuery('knowledge_builds_forget')`
DELETE FROM knowledge_builds b
 WHERE b.client_id = $1 AND b.data_env = $2 AND b.project_id = $3
   AND CASE b.state WHEN 'ready' THEN b.build_id <> ALL ($4::uuid[])
                    WHEN 'queued' THEN false
                    WHEN 'building' THEN false
                    ELSE b.build_id IN (
                         SELECT o.build_id FROM knowledge_builds o
                          WHERE o.client_id = $1 AND o.data_env = $2 AND o.project_id = $3
                            AND o.state IN ('failed', 'cancelled')
                          ORDER BY o.requested_at DESC, o.build_id DESC OFFSET $5) END`;

/** Deletes a content of the project $3 that no build contains, and returns which one. */
export const FORGET_UNUSED_CONTENT = namedQuery('knowledge_content_forget_unused')`
DELETE FROM knowledge_contents c
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.content_key = (
       SELECT u.content_key FROM knowledge_contents u
        WHERE u.client_id = $1 AND u.data_env = $2 AND u.project_id = $3
          AND NOT EXISTS (
              SELECT FROM knowledge_build_sources s
               WHERE s.client_id = $1 AND s.data_env = $2 AND s.content_key = u.content_key)
        LIMIT 1)
RETURNING c.content_key`;
