import { namedQuery, type BoundQuery } from '../../../core/database/unit-of-work/named-query.js';
import { SHOWN } from '../lookup/opt-outs.queries.js';
import type { SuppressionReason } from '../rules/statuses.js';

export const SUPPRESSION_BY_ID = namedQuery('suppression_by_id')`
    SELECT ${SHOWN} FROM suppressions WHERE client_id = $1 AND data_env = $2 AND suppression_id = $3`;

/** Returns the hash of the number; nothing if it has already been removed. */
export const DELETE_SUPPRESSION = namedQuery('suppression_delete')`
DELETE FROM suppressions
 WHERE client_id = $1 AND data_env = $2 AND suppression_id = $3
RETURNING phone_hash`;

/** The last suppression on the previous page. */
export interface SuppressionPosition {
  readonly createdAt: Date;
  readonly suppressionId: string;
}

// Sorts after every possible suppression.
const FIRST: readonly [string, string] = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

/**
 * A page of suppressions, newest first.
 * @param filter `projects`: of these and of the client; null: of all
 */
export const suppressionsQuery = (
  filter: {
    readonly projectId: string | null;
    readonly projects: readonly string[] | null;
    readonly reason: SuppressionReason | null;
  },
  after: SuppressionPosition | null,
  limit: number,
): BoundQuery => ({
  name: 'suppressions_list',
  text: `
SELECT ${SHOWN}
  FROM suppressions
 WHERE client_id = $1 AND data_env = $2
   AND (created_at, suppression_id) < ($3, $4)
   AND ($5::text IS NULL OR project_id = $5)
   AND ($6::text[] IS NULL OR project_id IS NULL OR project_id = ANY($6))
   AND ($7::text IS NULL OR reason = $7)
 ORDER BY created_at DESC, suppression_id DESC
 LIMIT $8`,
  values: [
    after?.createdAt ?? FIRST[0],
    after?.suppressionId ?? FIRST[1],
    filter.projectId,
    filter.projects,
    filter.reason,
    limit,
  ],
});
