/*
 * Statements of `seal-configurations`, which runs as the role that owns the tables: the service itself may not change a
 * version or the history of a draft. The pages come in the order of the primary key; $1 and what follows is where the
 * page before ended, the last parameter how many rows.
 */

export const DRAFT_SECTIONS_PAGE = `
  SELECT client_id, data_env, project_id, section, etag, configuration FROM project_draft_sections
   WHERE (client_id, data_env, project_id, section) > ($1, $2, $3, $4)
   ORDER BY client_id, data_env, project_id, section LIMIT $5`;

/** Unless it was saved meanwhile: what is saved is sealed. */
export const SEAL_DRAFT_SECTION = `
  UPDATE project_draft_sections SET configuration = $6
   WHERE client_id = $1 AND data_env = $2 AND project_id = $3 AND section = $4 AND etag = $5`;

export const SECTION_EDITS_PAGE = `
  SELECT edit_id, client_id, data_env, project_id, section, etag, configuration FROM project_section_edits
   WHERE edit_id > $1 ORDER BY edit_id LIMIT $2`;

export const SEAL_SECTION_EDIT = `UPDATE project_section_edits SET configuration = $2 WHERE edit_id = $1`;

export const VERSIONS_TO_SEAL_PAGE = `
  SELECT client_id, data_env, project_id, version_number, sections FROM project_versions
   WHERE (client_id, data_env, project_id, version_number) > ($1, $2, $3, $4)
   ORDER BY client_id, data_env, project_id, version_number LIMIT $5`;

export const SEAL_VERSION = `
  UPDATE project_versions SET sections = $5
   WHERE client_id = $1 AND data_env = $2 AND project_id = $3 AND version_number = $4`;
