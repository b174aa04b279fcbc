import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

const SECRETS = `project_secrets s
             WHERE s.client_id = v.client_id AND s.data_env = v.data_env AND s.project_id = v.project_id
               AND s.secret_name = ANY(v.secret_names)`;

const CURRENT_VERSION = `projects p
      JOIN project_versions v
        ON v.client_id = p.client_id AND v.data_env = p.data_env AND v.project_id = p.project_id
       AND v.version_number = p.latest_published_version`;

// An archived project has no version in use.
const OF_LIVE_PROJECT = `p.client_id = $1 AND p.data_env = $2 AND p.project_id = $3 AND p.lifecycle_state <> 'archived'`;

// The published version and the staged one: no other is returned. $4: its number.
const SERVED_VERSION = `projects p
      JOIN project_versions v
        ON v.client_id = p.client_id AND v.data_env = p.data_env AND v.project_id = p.project_id
       AND v.version_number = $4
       AND (v.version_number = p.latest_published_version OR EXISTS (
            SELECT FROM project_staged_releases g
             WHERE g.client_id = v.client_id AND g.data_env = v.data_env AND g.project_id = v.project_id
               AND g.version_number = v.version_number AND g.state = 'active'))`;

const stateOf = (version: string): string => `
    SELECT p.display_name, p.timezone, v.version_number, v.content_hash, v.secret_names,
           (SELECT jsonb_object_agg(s.secret_name, s.version) FROM ${SECRETS}) AS secret_versions
      FROM ${version}
     WHERE ${OF_LIVE_PROJECT}`;

const configurationOf = (version: string): string => `
    SELECT p.display_name, p.timezone, v.version_number, v.content_hash, v.published_at, v.sections, v.secret_names,
           (SELECT jsonb_agg(jsonb_build_object('name', s.secret_name, 'version', s.version,
                               'sealed', encode(s.value_encrypted, 'base64')))
              FROM ${SECRETS}) AS secrets
      FROM ${version}
     WHERE ${OF_LIVE_PROJECT}`;

/** The inputs of the published configuration's etag: neither its sections nor anything sealed. */
export const RUNTIME_STATE = { name: 'runtime_state', text: stateOf(CURRENT_VERSION) };

/** The published configuration with its sealed secrets, all from one moment. */
export const RUNTIME_CONFIGURATION = {
  name: 'runtime_configuration',
  text: configurationOf(CURRENT_VERSION),
};

/** The same for a given version. $4: its number. */
export const RUNTIME_VERSION_STATE = { name: 'runtime_version_state', text: stateOf(SERVED_VERSION) };

/** The same for a given version. $4: its number. */
export const RUNTIME_VERSION_CONFIGURATION = {
  name: 'runtime_version_configuration',
  text: configurationOf(SERVED_VERSION),
};

export const SEALED_SECRETS = namedQuery('sealed_secrets')`
    SELECT s.secret_name AS name, s.version, encode(s.value_encrypted, 'base64') AS sealed
      FROM project_secrets s
     WHERE s.client_id = $1 AND s.data_env = $2 AND s.project_id = $3 AND s.secret_name = ANY($4)`;

export const REPORT_FACTS = namedQuery('runtime_report_facts')`
    SELECT v.content_hash AS current_hash,
           (SELECT jsonb_object_agg(s.name, v.sections -> s.name) FROM unnest($6::text[]) s (name)) AS current_sections,
           CASE WHEN e.sections IS NOT NULL THEN (
             SELECT jsonb_object_agg(s.name, e.sections -> s.name) FROM unnest($6::text[]) s (name)) END AS applied_sections,
           (SELECT n.content_hash FROM project_versions n
             WHERE n.client_id = v.client_id AND n.data_env = v.data_env AND n.project_id = v.project_id
               AND n.version_number = $5::integer) AS named_hash,
           g.version_number AS staged_version_number, g.runtime_reported_at AS staged_reported_at,
           c.projection, r.applied_hash AS previous_hash
      FROM ${CURRENT_VERSION}
      LEFT JOIN LATERAL (
             SELECT o.sections FROM project_versions o
              WHERE o.client_id = v.client_id AND o.data_env = v.data_env AND o.project_id = v.project_id
                AND o.version_number <> v.version_number AND o.content_hash = $4
              LIMIT 1) e ON true
      LEFT JOIN LATERAL (
             SELECT a.version_number, a.runtime_reported_at
               FROM project_staged_releases a
               JOIN project_versions w
                 ON w.client_id = a.client_id AND w.data_env = a.data_env AND w.project_id = a.project_id
                AND w.version_number = a.version_number AND w.content_hash = $4
              WHERE a.client_id = v.client_id AND a.data_env = v.data_env AND a.project_id = v.project_id
                AND a.state = 'active') g ON true
      LEFT JOIN project_compliance c
        ON c.client_id = v.client_id AND c.data_env = v.data_env AND c.project_id = v.project_id
      LEFT JOIN project_runtime_reports r
        ON r.client_id = v.client_id AND r.data_env = v.data_env AND r.project_id = v.project_id
     WHERE ${OF_LIVE_PROJECT}`;

/** The test calls that wait for a project's runtime, oldest first. $4: how many at most. */
export const QUEUED_TEST_CALLS = namedQuery('queued_test_calls')`
    SELECT t.test_call_id, t.to_number_encrypted, t.source, t.configuration, t.requested_at
      FROM project_test_calls t
      JOIN projects p ON p.client_id = t.client_id AND p.data_env = t.data_env AND p.project_id = t.project_id
     WHERE ${OF_LIVE_PROJECT} AND t.status = 'queued'
     ORDER BY t.requested_at, t.test_call_id
     LIMIT $4`;

/**
 * Settles the open ones of the test calls $4, and returns them. $5: their new state; $6: the
 * instant; $7: the reason, unless they are placed; $8: how long a call waits, in milliseconds: a
 * call that waited longer ended then.
 */
export const SETTLE_TEST_CALLS = namedQuery('settle_test_calls')`
    UPDATE project_test_calls t
       SET status = $5, failure_reason = $7,
           taken_at = CASE WHEN $5 = 'placed' THEN $6::timestamptz END,
           ended_at = CASE WHEN $7 = 'waited_too_long' THEN t.requested_at + $8::integer * interval '1 millisecond'
                           WHEN $5 <> 'placed' THEN $6::timestamptz END
     WHERE t.client_id = $1 AND t.data_env = $2 AND t.project_id = $3 AND t.status = 'queued'
       AND t.test_call_id = ANY($4::uuid[])
    RETURNING t.test_call_id`;

/** One test call, to report on. $4: its id. */
export const LOCK_TEST_CALL = namedQuery('lock_test_call')`
    SELECT t.status, t.last_sequence, t.outcome, t.failure_reason, t.call_id, t.taken_at, t.answered_at
      FROM project_test_calls t
     WHERE t.client_id = $1 AND t.data_env = $2 AND t.project_id = $3 AND t.test_call_id = $4::uuid
       FOR NO KEY UPDATE`;

/**
 * The number of waiting tests and test calls by project, in active projects. $3: now; test calls
 * from $4 or before, and tests from $5 or before, have waited too long; $6: the most leases of a
 * test.
 */
export const WAITING_TESTS = namedQuery('waiting_tests')`
    SELECT w.project_id, sum(w.calls)::integer AS test_calls, sum(w.tests)::integer AS conversation_tests
      FROM (SELECT t.client_id, t.data_env, t.project_id, 1 AS calls, 0 AS tests
              FROM project_test_calls t
             WHERE t.client_id = $1 AND t.data_env = $2 AND t.status = 'queued' AND t.requested_at > $4
             UNION ALL
            SELECT r.client_id, r.data_env, r.project_id, 0, 1
              FROM conversation_test_results r
              JOIN conversation_test_runs u
                ON u.client_id = r.client_id AND u.data_env = r.data_env AND u.project_id = r.project_id AND u.run_id = r.run_id
             WHERE r.client_id = $1 AND r.data_env = $2
               AND ((r.status = 'queued' AND u.requested_at > $5)
                    OR (r.status = 'running' AND r.lease_expires_at <= $3 AND r.lease_expires_at > $5
                        AND r.attempt < $6))) w
      JOIN projects p ON p.client_id = w.client_id AND p.data_env = w.data_env AND p.project_id = w.project_id
     WHERE p.lifecycle_state <> 'archived'
     GROUP BY w.project_id
     ORDER BY w.project_id
     LIMIT 100`;

/**
 * The configuration of a project's calls: its newest version, and whether that version runs,
 * because it was deployed or the runtime has reported it. One row for each project; the provider
 * configuration of one that is not published is that of its draft.
 */
export const PUBLISHED_RUNTIME = namedQuery('published_runtime')`
    SELECT p.lifecycle_state, v.version_number, v.content_hash,
           CASE WHEN v.version_number IS NOT NULL THEN v.sections -> 'provider-configuration'
                ELSE (SELECT s.configuration FROM project_draft_sections s
                       WHERE s.client_id = p.client_id AND s.data_env = p.data_env AND s.project_id = p.project_id
                         AND s.section = 'provider-configuration') END AS providers,
           EXISTS (SELECT 1 FROM project_deployments d
                    WHERE d.client_id = v.client_id AND d.data_env = v.data_env AND d.project_id = v.project_id
                      AND d.content_hash = v.content_hash)
        OR EXISTS (SELECT 1 FROM project_runtime_reports r
                    WHERE r.client_id = v.client_id AND r.data_env = v.data_env AND r.project_id = v.project_id
                      AND r.applied_hash = v.content_hash) AS is_deployed,
           (SELECT c.projection FROM project_compliance c
             WHERE c.client_id = p.client_id AND c.data_env = p.data_env AND c.project_id = p.project_id) AS compliance
      FROM projects p
      LEFT JOIN project_versions v
        ON v.client_id = p.client_id AND v.data_env = p.data_env AND v.project_id = p.project_id
       AND v.version_number = p.latest_published_version
     WHERE p.client_id = $1 AND p.data_env = $2 AND p.project_id = $3`;
