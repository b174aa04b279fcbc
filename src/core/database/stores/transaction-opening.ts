import { namedQuery } from '../unit-of-work/named-query.js';
import { escapeLiteral, type Client } from 'pg';
import type { Tenant } from '../../shared/auth-context.js';
import { planMode, type Prepared, type Statement } from '../driver/bound-statement.js';

// Every statement of a read sees one snapshot, so two numbers of one response cannot disagree.
const READ_ONLY = 'ISOLATION LEVEL REPEATABLE READ READ ONLY';
// READ WRITE would overrule a store that is switched to read-only.
const MODES = { read: READ_ONLY, write: 'ISOLATION LEVEL READ COMMITTED' } as const;
export type Mode = keyof typeof MODES;

// Each connection prepares both before it is leased, so that later statements only send their
// names.
const BEGIN_READ = namedQuery('store_begin_read')`BEGIN ${READ_ONLY}`;
const BIND = namedQuery('store_bind')`
    SELECT set_config('app.client_id', $1, true), set_config('app.data_env', $2, true),
       set_config('statement_timeout', $3, true), set_config('plan_cache_mode', $4, true)`;

// A lone statement is a transaction of its own, without BEGIN and COMMIT.
const BIND_ONE = namedQuery('store_bind_one')`
    SELECT set_config('app.client_id', $1, true), set_config('app.data_env', $2, true),
       set_config('statement_timeout', $3, true), set_config('plan_cache_mode', $4, true),
       set_config('transaction_read_only', 'on', true)`;

/** Prepares what `readOpening` and `readOneOpening` name. */
export async function prepareOpening(client: Client): Promise<void> {
  await client.query(BEGIN_READ);
  await client.query({ ...BIND, values: ['', '', '0', 'auto'] });
  await client.query({ ...BIND_ONE, values: ['', '', '0', 'auto'] });
  await client.query('ROLLBACK');
}

/** Returns what is sent before the first statement of a read, together with it. */
export type Opening = (first: Statement) => Prepared[];

/** Opens a read. The binding ends with the transaction. */
export const readOpening =
  ({ clientId, dataEnv }: Tenant, statementMs: number): Opening =>
  (first) => [
    { name: BEGIN_READ.name, values: [] },
    { name: BIND.name, values: [clientId, dataEnv, String(statementMs), planMode(first)] },
  ];

/** Precedes the only statement of a read. The binding ends with the statement. */
export const readOneOpening =
  ({ clientId, dataEnv }: Tenant, statementMs: number): Opening =>
  (only) => [{ name: BIND_ONE.name, values: [clientId, dataEnv, String(statementMs), planMode(only)] }];

/**
 * BEGIN and the tenant's binding in a separate round trip; SET LOCAL ends with the transaction. A
 * write is refused while its tenant moves to another store, and after it moved.
 */
export function openingOf(tenant: Tenant, mode: Mode, statementMs: number): string {
  const [client, env] = [escapeLiteral(tenant.clientId), escapeLiteral(tenant.dataEnv)];
  return (
    `BEGIN ${MODES[mode]}; ` +
    `SET LOCAL app.client_id = ${client}; SET LOCAL app.data_env = ${env}; ` +
    `SET LOCAL statement_timeout = ${statementMs}` +
    (mode === 'write' ? `; SELECT enter_write(${client}, ${env})` : '')
  );
}

/** Whether a write was refused because its tenant moves, or has moved, to another store. */
export const isRefusedByMove = (error: unknown): boolean =>
  error instanceof Error && (error as { code?: unknown }).code === 'TM001';
