import type { BoundQuery } from '../../../core/database/unit-of-work/named-query.js';
import { ITEM_COLUMNS } from '../rules/caller-request-item.js';
import type { ListConditions } from './list-conditions.policy.js';

/** The receipt and id of the last request on the previous page. */
export interface ListPosition {
  readonly receivedAt: Date;
  readonly requestId: string;
}

// Sorts after every possible request.
const FIRST: readonly [string, string] = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

/**
 * The requests of a page in their order (caller-requests 7.3). Four texts, so that a project and a
 * status each use an index that also has the order.
 * @param after null: from the beginning
 */
export function listQuery(conditions: ListConditions, after: ListPosition | null, limit: number): BoundQuery {
  const { status, statuses, types, projectId, urgentFrom, overdueFrom, received } = conditions;
  const name = `caller_requests_list${projectId === null ? '' : '_project'}${status === null ? '' : '_status'}`;
  const text = `
SELECT ${ITEM_COLUMNS}
  FROM caller_requests
 WHERE client_id = $1 AND data_env = $2
   AND (received_at, request_id) < ($3, $4)
   AND received_at > $5 AND received_at <= $6
   AND status = ANY($7) AND request_type = ANY($8)
   AND urgent_from > $9 AND urgent_from <= $10 AND overdue_from > $11 AND overdue_from <= $12${
     projectId === null ? '' : '\n   AND source_project_id = $14'
   }${status === null ? '' : `\n   AND status = $${projectId === null ? 14 : 15}`}
 ORDER BY received_at DESC, request_id DESC
 LIMIT $13`;
  return {
    name,
    text,
    keepsPlan: true,
    values: [
      after?.receivedAt ?? FIRST[0],
      after?.requestId ?? FIRST[1],
      received.after ?? '-infinity',
      received.upTo ?? 'infinity',
      statuses,
      types,
      urgentFrom.after ?? '-infinity',
      urgentFrom.upTo ?? 'infinity',
      overdueFrom.after ?? '-infinity',
      overdueFrom.upTo ?? 'infinity',
      limit,
      ...(projectId === null ? [] : [projectId]),
      ...(status === null ? [] : [status]),
    ],
  };
}
