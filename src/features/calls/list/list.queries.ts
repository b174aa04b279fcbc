import type { BoundQuery } from '../../../core/database/unit-of-work/named-query.js';
import type { CallFilter } from '../filter/call-filter.js';
import { CallStatement } from '../filter/call-statement.js';
import { CALL_ROW_COLUMNS } from '../../call-records/rules/call-row.js';
import { outcomeSql } from '../../call-records/rules/call-sql.js';
import type { ListOrder, ListPosition, SortKey } from './list-order.policy.js';

/** The sort key before the start; each expression is that of an index of `calls`. */
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

/**
 * PostgreSQL reads the index of versions in order for calls without one only if the order names the
 * column.
 */
const isByNoVersion = ({ version, projects }: CallFilter, { key }: ListOrder): boolean =>
  version === 'none' && projects.length === 1 && key === 'started_at_utc';

const orderBy = (filter: CallFilter, order: ListOrder): string =>
  `ORDER BY ${[...(isByNoVersion(filter, order) ? ['c.version_number'] : []), ...partsOf(order)]
    .map((part) => `${part} ${order.direction.toUpperCase()}`)
    .join(', ')}`;

/**
 * One plan serves each list by start, because index and order are the same. In other orders the
 * plan depends on the number of calls.
 */
const planned = (query: BoundQuery, { key }: ListOrder): BoundQuery =>
  key === 'started_at_utc' && query.name !== '' ? { ...query, keepsPlan: true } : query;

export function firstCallsQuery(filter: CallFilter, order: ListOrder, limit: number): BoundQuery {
  const sql = new CallStatement(filter);
  const text = `
SELECT ${CALL_ROW_COLUMNS}
  FROM calls c
 WHERE ${sql.where()}
 ${orderBy(filter, order)}
 LIMIT ${sql.bind(limit)}`;
  return planned(sql.query(`list_${order.key}_${order.direction}_first`, text), order);
}

/** Calls after a position, at most `limit`. One comparison of whole rows uses the index. */
export function callsAfterQuery(
  filter: CallFilter,
  order: ListOrder,
  limit: number,
  after: ListPosition,
): BoundQuery {
  const sql = new CallStatement(filter);
  const where = sql.where();
  const [most, started, callId] = [limit, after.startedAt, after.callId].map((value) => sql.bind(value));
  const type = KEY_SQL[order.key]?.type;
  const position = [
    ...(type === undefined ? [] : [`${sql.bind(after.key)}::${type}`]),
    `${started}::timestamptz`,
    `${callId}::text`,
  ];
  const text = `
SELECT ${CALL_ROW_COLUMNS}
  FROM calls c
 WHERE ${where}
   AND (${partsOf(order).join(', ')}) ${order.direction === 'asc' ? '>' : '<'} (${position.join(', ')})
 ${orderBy(filter, order)}
 LIMIT ${most}`;
  return planned(sql.query(`list_${order.key}_${order.direction}_after`, text), order);
}

/**
 * A page by its number, at most `limit` calls after `offset` others. Skipped calls are read only in
 * the index, and the calls of the page in the table, each by its whole key. LIMIT separates that
 * lookup from the join, whose plan would be a guess while a month has no statistics. It has no name,
 * so that it is planned for its values: one plan for all reads skipped calls in the table as well.
 */
export function pageOfCallsQuery(
  filter: CallFilter,
  order: ListOrder,
  limit: number,
  offset: number,
): BoundQuery {
  const sql = new CallStatement(filter);
  return sql.unnamed(
    `
SELECT ${CALL_ROW_COLUMNS}
  FROM (SELECT c.call_id, c.started_at_utc
          FROM calls c
         WHERE ${sql.where()}
         ${orderBy(filter, order)}
         LIMIT ${sql.bind(limit)} OFFSET ${sql.bind(offset)}) found
 CROSS JOIN LATERAL (
       SELECT c.* FROM calls c
        WHERE c.client_id = $1 AND c.data_env = $2
          AND c.call_id = found.call_id AND c.started_at_utc = found.started_at_utc
        LIMIT 1) c
 ${orderBy(filter, order)}`,
  );
}
