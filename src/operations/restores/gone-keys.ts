import { escapeIdentifier } from 'pg';
import type { SealedTable } from '../../core/registry/sealed-table.js';
import type { Tenant } from '../../core/shared/auth-context.js';
import type { Reader } from '../connection/owner-connection.js';
import { NotRestored } from './not-restored.js';
import { ofTenant } from './restored-tables.js';

/**
 * Refuses a copy whose data key a rotation has deleted since: its sealed values would not open. Only columns of
 * bytes are read: texts and files of their time are under the same keys.
 * @throws NotRestored
 */
export async function refuseGoneKeys(
  { copy, metadata }: { readonly copy: Reader; readonly metadata: Reader },
  sealed: readonly SealedTable[],
  tenant: Tenant,
): Promise<void> {
  const used = new Set<string>();
  for (const { table, columns } of sealed)
    for (const [column, { form }] of Object.entries(columns))
      if (form === 'bytes') for (const id of await keysIn(copy, table, column, tenant)) used.add(id);
  const known = await metadata.query<{ id: string }>(
    `SELECT key_id AS id FROM tenant_data_keys WHERE ${ofTenant(tenant)}`,
  );
  const gone = [...used].filter((id) => !known.some((key) => key.id === id));
  if (gone.length > 0)
    throw new NotRestored(
      `the copy is sealed under data keys that a rotation has deleted: ${gone.join(', ')}. Put them back first, as docs/operate/turning-keys.md says.`,
    );
}

/** A sealed value begins with a version, the length of its key's id, and the id. */
async function keysIn(copy: Reader, table: string, column: string, tenant: Tenant): Promise<string[]> {
  const value = escapeIdentifier(column);
  const rows = await copy.query<{ id: string }>(
    `SELECT DISTINCT convert_from(substr(${value}, 3, get_byte(${value}, 1)), 'UTF8') AS id
       FROM ${escapeIdentifier(table)} WHERE ${ofTenant(tenant)} AND octet_length(${value}) > 2`,
  );
  return rows.map(({ id }) => id);
}
