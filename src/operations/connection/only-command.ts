import type { Tenant } from '../../core/shared/auth-context.js';
import type { Reader } from './owner-connection.js';

const LOCK = 'hashtextextended($1 || chr(10) || $2, 541)';

/**
 * Locks a tenant in a store for commands that replace or move all of its rows, until the connection
 * ends.
 * @returns false if another command has it
 */
export async function isOnlyCommand(store: Reader, { clientId, dataEnv }: Tenant): Promise<boolean> {
  const [lock] = await store.query<{ held: boolean }>(`SELECT pg_try_advisory_lock(${LOCK}) AS held`, [
    clientId,
    dataEnv,
  ]);
  return lock!.held;
}

/** Whether such a command works on a tenant of a store now. */
export async function isHeldByCommand(store: Reader, { clientId, dataEnv }: Tenant): Promise<boolean> {
  const held = await store.query(
    `SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()
      WHERE l.locktype = 'advisory' AND l.objsubid = 1 AND l.granted
        AND (l.classid::bigint << 32) | l.objid::bigint = ${LOCK}`,
    [clientId, dataEnv],
  );
  return held.length > 0;
}
