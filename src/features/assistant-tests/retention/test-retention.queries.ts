import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** Removes the test calls of a tenant that were requested before $3. */
export const PRUNE_TEST_CALLS = namedQuery('prune_test_calls')`
    DELETE FROM project_test_calls t
     WHERE t.client_id = $1 AND t.data_env = $2 AND t.requested_at <= $3`;

/** The same for runs of conversation tests, with their results. */
export const PRUNE_RUNS = namedQuery('prune_conversation_runs')`
    DELETE FROM conversation_test_runs u
     WHERE u.client_id = $1 AND u.data_env = $2 AND u.requested_at <= $3`;
