import type { NamedQuery } from '../../../core/tenancy/store-client.js';
import { CALL_ROW_COLUMNS } from '../rules/call-row.js';
import { outcomeSql } from '../rules/call-sql.js';
import type { ScopeSql } from '../scope/call-scope.js';
import type { ListOrder, SortKey } from './list-order.policy.js';

/** What is sorted by before the start; each is written as an index of `calls` has it. */
const KEY_SQL: Readonly<Record<SortKey, { readonly sql: string; readonly type: string } | null>> = {
  started_at_utc: null,
  duration_seconds: { sql: 'c.duration_order', type: 'double precision' },
  call_status: { sql: 'c.call_status', type: 'text' },
  primary_outcome: { sql: outcomeSql('c'), type: 'text' },
};

const partsOf = ({ key }: ListOrder): string[] => [
  ...(KEY_SQL[key] === null ? [] : [KEY_SQL[key].sql]),
  'c.started_at_utc',
  'c.call_id',
];

const orderBy = (order: ListOrder): string =>
  `ORDER BY ${partsOf(order)
    .map((part) => `${part} ${order.direction.toUpperCase()}`)
    .join(', ')}`;

/** The first calls of a scope; the statement's own parameter is how many. */
export function firstCallsQuery(scope: ScopeSql, order: ListOrder): NamedQuery {
  return {
    name: scope.name(`list_${order.key}_${order.direction}_first`),
    text: `
SELECT ${CALL_ROW_COLUMNS}
  FROM calls c
 WHERE ${scope.where}
 ${orderBy(order)}
 LIMIT $${scope.next}`,
  };
}

/**
 * The calls behind a position. One comparison of whole rows, so that the index is entered there. Own parameters:
 * how many, the start and the call_id of the position, and its key where that is not the start.
 */
export function callsAfterQuery(scope: ScopeSql, order: ListOrder): NamedQuery {
  const [limit, started, callId, key] = [0, 1, 2, 3].map((own) => `$${scope.next + own}`);
  const type = KEY_SQL[order.key]?.type;
  const position = [
    ...(type === undefined ? [] : [`${key}::${type}`]),
    `${started}::timestamptz`,
    `${callId}::text`,
  ];
  return {
    name: scope.name(`list_${order.key}_${order.direction}_after`),
    text: `
SELECT ${CALL_ROW_COLUMNS}
  FROM calls c
 WHERE ${scope.where}
   AND (${partsOf(order).join(', ')}) ${order.direction === 'asc' ? '>' : '<'} (${position.join(', ')})
 ${orderBy(order)}
 LIMIT ${limit}`,
  };
}

/**
 * A page by its number; own parameters: how many calls, and how many to pass over. The ones passed over are read in
 * the index alone, and only the page itself in the table, each call by its whole key: LIMIT keeps that apart from the
 * join, which would be planned by guess as long as a month has no statistics.
 */
export function pageOfCallsQuery(scope: ScopeSql, order: ListOrder): NamedQuery {
  return {
    name: scope.name(`list_${order.key}_${order.direction}_page`),
    text: `
SELECT ${CALL_ROW_COLUMNS}
  FROM (SELECT c.call_id, c.started_at_utc
          FROM calls c
         WHERE ${scope.where}
         ${orderBy(order)}
         LIMIT $${scope.next} OFFSET $${scope.next + 1}) found
 CROSS JOIN LATERAL (
       SELECT c.* FROM calls c
        WHERE c.client_id = $1 AND c.data_env = $2
          AND c.call_id = found.call_id AND c.started_at_utc = found.started_at_utc
        LIMIT 1) c
 ${orderBy(order)}`,
  };
}
