import type { SealedColumn, SealedTable } from '../../../core/registry/sealed-table.js';
import type { NamedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** The rows that one statement reads. */
export const PAGE_ROWS = 200;

// Planned for each execution: a generic plan may sort the whole table.
const unnamed = (text: string): NamedQuery => ({ name: '', text });

/** The condition on a tenant's rows; a table of clients in all environments has no data_env. */
const ofTenant = ({ onlyIn }: SealedTable): string =>
  onlyIn === undefined ? 't.client_id = $1 AND t.data_env = $2' : 't.client_id = $1 AND $2::text IS NOT NULL';

/**
 * Reads a page of rows in the order of their key. Sealed columns come with their value
 * only if it is under an old key.
 * Parameters: $3 the ids of old keys, $4 what bytes under them begin with, $5 what texts with such
 * pieces are LIKE, from $6 on the key after which the page begins.
 */
export function pageOf(table: SealedTable, isFirst: boolean): NamedQuery {
  const key = table.key.map((column) => `t.${column}`);
  const shown = [...table.key, ...(table.also ?? [])].map((column) => `t.${column}::text AS ${column}`);
  const sealed = Object.entries(table.columns).map(
    ([name, column]) =>
      `CASE WHEN ${isUnderOldKey(name, column)} THEN t.${name}${column.form === 'text' ? '::text' : ''} END AS sealed_${name}`,
  );
  const after = isFirst ? '' : `AND (${key.join(', ')}) > (${key.map((_, i) => `$${i + 6}`).join(', ')})`;
  const order = key.length === 0 ? '' : `ORDER BY ${key.join(', ')} LIMIT ${PAGE_ROWS}`;
  return unnamed(`
    WITH given AS (SELECT $3::text[], $4::bytea[], $5::text[])
    SELECT ${[...shown, ...sealed].join(', ')}
      FROM ${table.table} t WHERE ${ofTenant(table)} ${after} ${order}`);
}

function isUnderOldKey(name: string, column: SealedColumn): string {
  switch (column.form) {
    case 'bytes':
      return `EXISTS (SELECT FROM unnest($4::bytea[]) s WHERE substr(t.${name}, 1, octet_length(s)) = s)`;
    case 'text':
      return `t.${name}::text LIKE ANY ($5::text[])`;
    case 'file':
      return column.needsKey;
  }
}

/**
 * Replaces sealed columns of one row, unless one of them has changed since it was read.
 * Parameters: from $3 on the key, then for each column what was read and what replaces it.
 */
export function replacing(table: SealedTable, columns: readonly string[]): NamedQuery {
  const first = table.key.length + 3;
  const changes = columns.map((name, i) => `${name} = $${first + 2 * i + 1}`);
  const conditions = [
    ...table.key.map((column, i) => `t.${column} = $${i + 3}`),
    ...columns.map((name, i) => `t.${name} = $${first + 2 * i}`),
  ];
  return unnamed(
    `UPDATE ${table.table} t SET ${changes.join(', ')} WHERE ${[ofTenant(table), ...conditions].join(' AND ')} RETURNING 1 AS done`,
  );
}
