import { namedQuery } from '../unit-of-work/named-query.js';
import type { Client } from 'pg';
import type { Tenant } from '../../shared/auth-context.js';
import { planMode, type Prepared, type Statement } from '../driver/bound-statement.js';

// Prepared on every connection before it is leased, so that later statements only send its name.
const BEGINS = {
  write: { name: 'metadata_begin', text: 'BEGIN' },
  snapshot: { name: 'metadata_begin_snapshot', text: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' },
} as const;
/** A transaction that writes, or one whose statements all see the same rows. */
export type TransactionMode = keyof typeof BEGINS;

const BIND = namedQuery('metadata_bind')`
    SELECT set_config('app.client_id', $1, true), set_config('app.data_env', $2, true),
       set_config('plan_cache_mode', $3, true)`;

/** Prepares what `openingFor` names. */
export async function prepareOpening(client: Client): Promise<void> {
  await client.query(BEGINS.snapshot);
  await client.query('ROLLBACK');
  await client.query(BEGINS.write);
  await client.query({ ...BIND, values: ['', '', 'auto'] });
  await client.query('ROLLBACK');
}

/**
 * @param first the statement that follows
 * @param mode of the transaction that it opens for more statements; null: the binding ends with the
 *   statement
 */
export const openingFor = (
  { clientId, dataEnv }: Tenant,
  first: Statement,
  mode: TransactionMode | null,
): Prepared[] => [
  ...(mode ? [{ name: BEGINS[mode].name, values: [] }] : []),
  { name: BIND.name, values: [clientId, dataEnv, planMode(first)] },
];
