import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/**
 * The numbers that belong to other projects of the tenant. $4: hashes of numbers, $5: whether the
 * caller sees only the projects that are assigned to $6; the name of any other project is null.
 */
export const TAKEN_NUMBERS = namedQuery('inbound_numbers_taken')`
    SELECT n.number_hash, n.project_id,
           CASE WHEN NOT $5::boolean OR EXISTS (
                       SELECT 1 FROM project_assignments a
                        WHERE a.client_id = n.client_id AND a.data_env = n.data_env AND a.project_id = n.project_id
                          AND a.member_id = $6::uuid AND a.active)
                THEN p.display_name END AS display_name
      FROM project_inbound_numbers n
      JOIN projects p ON p.client_id = n.client_id AND p.data_env = n.data_env AND p.project_id = n.project_id
     WHERE n.client_id = $1 AND n.data_env = $2 AND n.project_id <> $3 AND n.number_hash = ANY($4::text[])`;

/** The published configuration of section $4, and its version. */
export const PUBLISHED_SECTION = namedQuery('inbound_numbers_published')`
    SELECT v.version_number, v.sections->$4 AS configuration
      FROM projects p
      JOIN project_versions v ON v.client_id = p.client_id AND v.data_env = p.data_env AND v.project_id = p.project_id
       AND v.version_number = p.latest_published_version
     WHERE p.client_id = $1 AND p.data_env = $2 AND p.project_id = $3 AND v.sections ? $4`;

/**
 * Assigns numbers to a project, and returns those that it then owns. A number of another project
 * stays there; the statement waits for a transaction that is taking one. It locks in the order of
 * the hashes, so that two of these never deadlock. $4: hashes; $5: whether they belong to a staged
 * version, which takes nothing away from the published one.
 */
export const CLAIM_NUMBERS = namedQuery('inbound_numbers_claim')`
    INSERT INTO project_inbound_numbers AS n (client_id, data_env, number_hash, project_id, is_staged)
    SELECT $1, $2, h.number_hash, $3, $5::boolean
      FROM (SELECT DISTINCT unnest($4::text[]) AS number_hash ORDER BY 1) h
        ON CONFLICT (client_id, data_env, number_hash)
        DO UPDATE SET is_staged = n.is_staged AND excluded.is_staged WHERE n.project_id = excluded.project_id
    RETURNING n.number_hash`;

/** Frees the numbers that a project no longer lists. $4: hashes of those it lists. */
export const KEEP_NUMBERS = namedQuery('inbound_numbers_keep')`
    DELETE FROM project_inbound_numbers n
     WHERE n.client_id = $1 AND n.data_env = $2 AND n.project_id = $3 AND n.number_hash <> ALL($4::text[])`;
