/**
 * The tests of a project by name, each with its newest result on the draft and on what is published, and whether it was
 * ever run. A result counts for the content of the test that it ran. $4: the draft's etag, or null; $5: the published
 * content hash, or null; $6: what is older is kept no more.
 */
const newestOn = (condition: string): string => `LEFT JOIN LATERAL (
             SELECT r.run_id, r.status, r.attempt, r.lease_expires_at, r.ended_at, r.error_reason, r.assertions
               FROM conversation_test_results r
               JOIN conversation_test_runs u
                 ON u.client_id = r.client_id AND u.data_env = r.data_env AND u.project_id = r.project_id AND u.run_id = r.run_id
              WHERE r.client_id = t.client_id AND r.data_env = t.data_env AND r.project_id = t.project_id
                AND r.test_id = t.test_id AND r.test_etag = t.etag AND u.requested_at > $6 AND ${condition}
              ORDER BY u.requested_at DESC, u.run_id DESC
              LIMIT 1)`;

const asJson = (alias: string): string => `CASE WHEN ${alias}.run_id IS NOT NULL THEN to_jsonb(${alias}) END`;

export const CONVERSATION_TESTS = {
  name: 'conversation_tests',
  text: `
    SELECT t.test_id, t.name, t.etag, t.definition_encrypted, t.created_at, t.created_by, t.updated_at, t.updated_by,
           ${asJson('d')} AS on_draft, ${asJson('v')} AS on_published,
           EXISTS (SELECT 1 FROM conversation_test_results e
                    WHERE e.client_id = t.client_id AND e.data_env = t.data_env AND e.project_id = t.project_id
                      AND e.test_id = t.test_id) AS was_run
      FROM conversation_tests t
      ${newestOn(`u.source = 'draft' AND u.configuration = $4`)} d ON true
      ${newestOn(`u.content_hash = $5`)} v ON true
     WHERE t.client_id = $1 AND t.data_env = $2 AND t.project_id = $3
     ORDER BY t.name COLLATE "C"`,
};

/** What was run on a draft counts for the version that it became. $4: the draft's etag; $5: the version's number. */
export const CARRY_RESULTS_OVER = {
  name: 'carry_conversation_results_over',
  text: `
    UPDATE conversation_test_runs u SET content_hash = v.content_hash, version_number = v.version_number
      FROM project_versions v
     WHERE v.client_id = $1 AND v.data_env = $2 AND v.project_id = $3 AND v.version_number = $5
       AND u.client_id = $1 AND u.data_env = $2 AND u.project_id = $3 AND u.source = 'draft' AND u.configuration = $4`,
};
