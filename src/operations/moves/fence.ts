import type { Tenant } from '../../core/shared/auth-context.js';
import type { Reader } from '../connection/owner-connection.js';

/** Writers wait no longer than this, even if the command dies: the fence then opens by itself. */
const FENCE_MS = 2_000;

/**
 * An attempt gives up after this long. With the time that a write itself takes on a busy server,
 * writers then have their answer within two seconds.
 */
export const ATTEMPT_MS = 1_500;

/** A process knows a route for less than a second; one that a busy machine holds up, for longer. */
const HOLD_MS = 10_000;

const OF_TENANT = 'client_id = $1 AND data_env = $2';

/**
 * Holds up the writers of a tenant in a store, and waits until those that began before are done.
 * @returns whether they were done in time; if not, the fence is open again
 */
export async function fence(store: Reader, { clientId, dataEnv }: Tenant): Promise<boolean> {
  await store.query(
    `INSERT INTO tenant_fences (client_id, data_env, until)
     VALUES ($1, $2, clock_timestamp() + $3 * interval '1 millisecond')
         ON CONFLICT (client_id, data_env) DO UPDATE SET until = excluded.until`,
    [clientId, dataEnv, FENCE_MS],
  );
  try {
    await store.query('BEGIN');
    await store.query(`SET LOCAL lock_timeout = ${ATTEMPT_MS / 2}`);
    await store.query('SELECT pg_advisory_xact_lock(hashtextextended($1 || chr(10) || $2, 540))', [
      clientId,
      dataEnv,
    ]);
    await store.query('COMMIT');
    return true;
  } catch (error) {
    await store.query('ROLLBACK');
    await openFence(store, { clientId, dataEnv });
    // 55P03: a writer took longer than the lock timeout.
    if ((error as { code?: unknown }).code === '55P03') return false;
    throw error;
  }
}

/** Whether writers are held up. */
export async function isFenced(store: Reader, { clientId, dataEnv }: Tenant): Promise<boolean> {
  const rows = await store.query(
    `SELECT FROM tenant_fences WHERE ${OF_TENANT} AND until > clock_timestamp()`,
    [clientId, dataEnv],
  );
  return rows.length > 0;
}

/**
 * Lets the fence last until every process has read the route again.
 * @returns false if it was open again already
 */
export async function holdFence(store: Reader, { clientId, dataEnv }: Tenant): Promise<boolean> {
  const rows = await store.query(
    `UPDATE tenant_fences SET until = clock_timestamp() + $3 * interval '1 millisecond'
      WHERE ${OF_TENANT} AND until > clock_timestamp() RETURNING 1`,
    [clientId, dataEnv, HOLD_MS],
  );
  return rows.length > 0;
}

/** Keeps the tenant's writers away permanently: those with an old route go to the new one. */
export async function closeFence(store: Reader, { clientId, dataEnv }: Tenant): Promise<void> {
  await store.query(
    `INSERT INTO tenant_fences (client_id, data_env, until) VALUES ($1, $2, 'infinity')
         ON CONFLICT (client_id, data_env) DO UPDATE SET until = excluded.until`,
    [clientId, dataEnv],
  );
}

export async function openFence(store: Reader, { clientId, dataEnv }: Tenant): Promise<void> {
  await store.query(`DELETE FROM tenant_fences WHERE ${OF_TENANT}`, [clientId, dataEnv]);
}
