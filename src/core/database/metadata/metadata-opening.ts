import { namedQuery } from '../unit-of-work/named-query.js';
import type { Client } from 'pg';
import type { Tenant } from '../../shared/auth-context.js';
import { planMode, type Prepared, type Statement } from '../driver/bound-statement.js';

// Prepared on every connection before it is leased, so that a flight only names them.
const BEGIN = { name: 'metadata_begin', text: 'BEGIN' };
const BIND = namedQuery('metadata_bind')`
    SELECT set_config('app.client_id', $1, true), set_config('app.data_env', $2, true),
       set_config('plan_cache_mode', $3, true)`;

/** Prepares what `openingFor` names. */
export async function prepareOpening(client: Client): Promise<void> {
  await client.query(BEGIN);
  await client.query({ ...BIND, values: ['', '', 'auto'] });
  await client.query('ROLLBACK');
}

/**
 * @param first the statement that it precedes
 * @param begins whether it opens a transaction that outlasts the statement; else the binding ends
 * with the statement
 */
export const openingFor = ({ clientId, dataEnv }: Tenant, first: Statement, begins: boolean): Prepared[] => [
  ...(begins ? [{ name: BEGIN.name, values: [] }] : []),
  { name: BIND.name, values: [clientId, dataEnv, planMode(first)] },
];
