import type { PoolClient } from 'pg';
import { isRefusedByLiveServer } from '../driver/driver-errors.js';
import type { Tenant } from '../../shared/auth-context.js';
import { StoreDeadlineError, withDeadline, withHeartbeat } from '../../shared/deadline.js';
import { timed } from '../../shared/tracing/timed.js';
import { LeasedConnection } from './leased-connection.js';
import { TenantStore } from './tenant-store.js';
import { openingOf, readOneOpening, readOpening, type Mode } from './transaction-opening.js';

export interface Entry<T> {
  readonly tenant: Tenant;
  readonly mode: Mode;
  readonly deadlineMs: number;
  readonly work: (db: LeasedConnection) => Promise<T>;
  /** Whether it may be slow; the breaker then probes the store during the work. */
  readonly isSlow?: boolean;
  /** Whether it is exactly one statement, which needs no explicit transaction. */
  readonly isSingleStatement?: boolean;
  /** Whether the connection must be free again before the caller gets the result. */
  readonly isStream?: boolean;
}

// Reserved so that the response is in time even on a busy machine.
const ANSWER_MS = 100;
// The server cancels a statement this much earlier. Silence beyond that means a dead store, not a
// slow query.
const SERVER_HEAD_START_MS = 100;

// If less time is left after a wait for a busy pool, a missing response proves nothing about the
// store.
const CONCLUSIVE_SILENCE_MS = 300;

// A free connection is leased within this time. After a longer wait, opening gets its own round
// trip: otherwise a slow first statement would look like a dead store.
const AT_ONCE_MS = 100;

// Time to clean up a connection after its caller has the result; then it is closed.
const SETTLE_MS = 1_000;

// Most sums arrive long before; the others cost the store a `SELECT 1` each time.
const ASK_EVERY_MS = 500;
// Earlier probes are not needed. With the next one, half a second later, a dead store is known
// within 1.2 s.
const OWED_MS = 250;

/**
 * Runs work on a connection of the store, in a transaction bound to its tenant.
 * @param readDeadlineMs limit for connecting and the first response; the work itself may take
 *   longer
 * @throws the work's error; StoreDeadlineError if the store does not answer in time
 */
export async function runLeased<T>(store: TenantStore, entry: Entry<T>, readDeadlineMs: number): Promise<T> {
  const started = performance.now();
  const source = await store.dataSource;
  const client = await store.acquire();
  const connection = new LeasedConnection(client, entry.tenant, source);
  const { timeoutMs, statementMs } = limitsOf(entry.deadlineMs);
  try {
    await open(connection, client, entry, { readDeadlineMs, spentMs: performance.now() - started });
    const remaining = Math.max(50, timeoutMs - (performance.now() - started));
    const isSilent = (): boolean => connection.silentMs() >= statementMs;
    const running = perform(connection, entry);
    const result = await (entry.isSlow
      ? withHeartbeat(running, ASK_EVERY_MS, remaining, async () => {
          // A store that answers is alive; work that waits for a slow receiver proves nothing about
          // it.
          if (connection.silentMs() >= OWED_MS) await store.ping();
        })
      : withDeadline(running, remaining, isSilent));
    connection.end();
    if (commitsFirst(entry) || !connection.isOpen) client.release();
    else void giveBack(client, 'COMMIT');
    return result;
  } catch (error) {
    connection.end();
    // The caller has waited long enough: the connection is cleaned up after the answer.
    const isLost = error instanceof StoreDeadlineError || isRefusedByLiveServer(error);
    if (isLost || connection.isBroken) client.release(true);
    else if (!connection.isOpen) client.release();
    else void giveBack(client, 'ROLLBACK');
    throw error;
  }
}

async function open(
  connection: LeasedConnection,
  client: PoolClient,
  { tenant, mode, deadlineMs, isSingleStatement, isStream }: Entry<unknown>,
  { readDeadlineMs, spentMs }: { readDeadlineMs: number; spentMs: number },
): Promise<void> {
  const { statementMs } = limitsOf(deadlineMs);
  if (mode === 'read' && !isStream && spentMs < AT_ONCE_MS) {
    if (isSingleStatement) connection.openOneWith(readOneOpening(tenant, statementMs));
    else connection.openWith(readOpening(tenant, statementMs));
    return;
  }
  // Connecting and the first response share one limit: a store that accepts and then stays silent
  // must not hold a writer for its long deadline.
  const { timeoutMs: openWithinMs } = limitsOf(readDeadlineMs);
  const openMs = Math.max(50, openWithinMs - spentMs);
  const opening = client.query(openingOf(tenant, mode, statementMs));
  await timed('databaseMs', () => withDeadline(opening, openMs, () => openMs >= CONCLUSIVE_SILENCE_MS));
}

/** A read stays valid however its transaction ends, so the caller need not wait for the end. */
const commitsFirst = ({ mode, isStream = false }: Entry<unknown>): boolean => mode === 'write' || isStream;

async function perform<T>(connection: LeasedConnection, entry: Entry<T>): Promise<T> {
  const result = await entry.work(connection);
  if (commitsFirst(entry)) await connection.commit();
  return result;
}

/** How long a caller waits in total, and how long a statement may run. */
function limitsOf(deadlineMs: number): { timeoutMs: number; statementMs: number } {
  const timeoutMs = deadlineMs - Math.min(ANSWER_MS, deadlineMs / 4);
  return { timeoutMs, statementMs: Math.floor(timeoutMs - Math.min(SERVER_HEAD_START_MS, deadlineMs / 4)) };
}

/**
 * Ends the transaction and returns the connection to the pool if its state is known. Never throws.
 */
async function giveBack(client: PoolClient, end: 'COMMIT' | 'ROLLBACK'): Promise<void> {
  try {
    await withDeadline(client.query(end), SETTLE_MS);
    client.release();
  } catch {
    client.release(true);
  }
}
