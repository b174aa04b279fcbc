import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/**
 * Reads a project's configuration in one consistent statement: its facts, its draft, the counters
 * of discarded ones, its newest version and the names of its secrets.
 */
export const PROJECT_CONFIGURATION = namedQuery('project_configuration')`
    SELECT p.project_id, p.display_name, p.timezone, p.lifecycle_state, p.revision, p.latest_published_version,
           d.etag AS draft_etag, d.base_version_number, d.edit_count, d.updated_at AS draft_updated_at, d.updated_by AS draft_updated_by,
           (SELECT jsonb_object_agg(s.section, jsonb_build_object('configuration', s.configuration, 'etag', s.etag,
                     'updated_at', s.updated_at, 'updated_by', s.updated_by))
              FROM project_draft_sections s
             WHERE s.client_id = p.client_id AND s.data_env = p.data_env AND s.project_id = p.project_id) AS draft_sections,
           x.edit_count AS discarded_edit_count, x.updated_at AS discarded_updated_at, x.part_versions AS discarded_part_versions,
           v.version_number, v.sections AS published_sections, v.content_hash, v.published_at, v.published_by,
           ARRAY(SELECT k.secret_name FROM project_secrets k
                  WHERE k.client_id = p.client_id AND k.data_env = p.data_env AND k.project_id = p.project_id
                  ORDER BY k.secret_name) AS secret_names
      FROM projects p
      LEFT JOIN project_drafts d
        ON d.client_id = p.client_id AND d.data_env = p.data_env AND d.project_id = p.project_id
      LEFT JOIN project_discarded_drafts x
        ON x.client_id = p.client_id AND x.data_env = p.data_env AND x.project_id = p.project_id
      LEFT JOIN project_versions v
        ON v.client_id = p.client_id AND v.data_env = p.data_env AND v.project_id = p.project_id
       AND v.version_number = p.latest_published_version
     WHERE p.client_id = $1 AND p.data_env = $2 AND p.project_id = $3`;

/**
 * Makes every change of a project's configuration wait for the previous one. The row's key is not
 * locked, so a request that only refers to the project need not wait.
 */
export const LOCK_PROJECT = namedQuery('configuration_lock')`
    SELECT p.project_id FROM projects p
     WHERE p.client_id = $1 AND p.data_env = $2 AND p.project_id = $3
       FOR NO KEY UPDATE`;

/** Saves sections of a draft. $4: those sections as a JSON array, $5: now, $6: the editor. */
export const SAVE_DRAFT_SECTIONS = namedQuery('draft_sections_save')`
    INSERT INTO project_draft_sections (client_id, data_env, project_id, section, configuration, etag, updated_at, updated_by)
    SELECT $1, $2, $3, e.section, e.configuration, e.etag, $5, $6
      FROM jsonb_to_recordset($4::jsonb) AS e(section text, configuration jsonb, etag text)
        ON CONFLICT (client_id, data_env, project_id, section)
        DO UPDATE SET configuration = excluded.configuration, etag = excluded.etag,
                      updated_at = excluded.updated_at, updated_by = excluded.updated_by`;

/** Removes sections from a draft. $4: their names. */
export const DROP_DRAFT_SECTIONS = namedQuery('draft_sections_drop')`
    DELETE FROM project_draft_sections s
     WHERE s.client_id = $1 AND s.data_env = $2 AND s.project_id = $3 AND s.section = ANY($4::text[])`;

/**
 * Adds to the history of edits. $4: the edits as a JSON array, $5: the draft's etag after them, $6:
 * now, $7: the editor.
 */
export const NOTE_EDITS = namedQuery('edits_note')`
    INSERT INTO project_section_edits (client_id, data_env, project_id, section, previous_etag, etag, draft_etag,
                                       changed_paths, configuration, edited_at, edited_by)
    SELECT $1, $2, $3, e.section, e.previous_etag, e.etag, $5, e.changed_paths, e.configuration, $6, $7
      FROM jsonb_to_recordset($4::jsonb)
        AS e(section text, previous_etag text, etag text, changed_paths text[], configuration jsonb)`;

// A client with an older state learns that it is unknown, and reads everything again.
export const MOST_EDITS = 1000;

/**
 * Deletes the oldest edits of a project's history. $4: how many of the newest to keep, $5: the most
 * to delete, so that one request does not delete a whole history from before the limit.
 */
export const FORGET_OLD_EDITS = namedQuery('edits_forget_old')`
    DELETE FROM project_section_edits e
     WHERE e.client_id = $1 AND e.data_env = $2 AND e.project_id = $3
       AND e.edit_id IN (SELECT o.edit_id FROM project_section_edits o
                          WHERE o.client_id = $1 AND o.data_env = $2 AND o.project_id = $3
                          ORDER BY o.edit_id DESC
                         OFFSET $4 LIMIT $5)`;

/**
 * Every edit after a state, with the facts about that state; one row without a section if there is
 * none.
 */
const editsSince = (mark: string, isLater: string): string => `
      WITH mark AS (${mark})
    SELECT e.section, e.changed_paths, m.is_of_draft,
           EXISTS (SELECT 1 FROM project_versions v
                    WHERE v.client_id = $1 AND v.data_env = $2 AND v.project_id = $3
                      AND v.source = 'rollback' AND v.published_at > m.marked_at)
           OR EXISTS (SELECT 1 FROM project_staged_releases r
                       WHERE r.client_id = $1 AND r.data_env = $2 AND r.project_id = $3
                         AND r.state = 'finished' AND r.ended_at > m.marked_at) AS is_replaced
      FROM mark m
      LEFT JOIN project_section_edits e
        ON e.client_id = $1 AND e.data_env = $2 AND e.project_id = $3 AND ${isLater}
     ORDER BY e.edit_id
     LIMIT ${MOST_EDITS}`;

/** The edits of a project since an etag was given. $4: the etag, of a section or of a draft. */
export const EDITS_SINCE_ETAG = {
  name: 'edits_since_etag',
  text: editsSince(
    `SELECT s.edit_id, s.edited_at AS marked_at, s.draft_etag IS NOT DISTINCT FROM $4 AS is_of_draft
                      FROM project_section_edits s
                     WHERE s.client_id = $1 AND s.data_env = $2 AND s.project_id = $3
                       AND (s.etag = $4 OR s.draft_etag = $4)
                     ORDER BY s.edit_id DESC
                     LIMIT 1`,
    'e.edit_id > m.edit_id',
  ),
};

/** The edits of a project since a version was published. $4: its number; 0: all edits. */
export const EDITS_SINCE_VERSION = {
  name: 'edits_since_version',
  text: editsSince(
    `SELECT v.published_at AS marked_at, false AS is_of_draft
                      FROM project_versions v
                     WHERE v.client_id = $1 AND v.data_env = $2 AND v.project_id = $3 AND v.version_number = $4
                     UNION ALL
                    SELECT '-infinity'::timestamptz, false WHERE $4::integer = 0`,
    'e.edited_at >= m.marked_at',
  ),
};
