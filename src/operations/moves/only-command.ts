import type { Tenant } from '../../core/shared/auth-context.js';
import type { Reader } from '../diagnosis/owner-connection.js';

/**
 * Locks a tenant in a store for commands that replace or move all of its rows, until the connection
 * ends.
 * @returns false if another command has it
 */
export async function isOnlyCommand(store: Reader, { clientId, dataEnv }: Tenant): Promise<boolean> {
  const [lock] = await store.query<{ held: boolean }>(
    'SELECT pg_try_advisory_lock(hashtextextended($1 || chr(10) || $2, 541)) AS held',
    [clientId, dataEnv],
  );
  return lock!.held;
}
