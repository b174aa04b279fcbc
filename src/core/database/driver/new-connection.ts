import type { Client, ClientBase } from 'pg';
import { withDeadline } from '../../shared/deadline.js';
import { destroySocket } from './socket-of.js';
import { pinSession, type SessionTimeouts } from './session-settings.js';

/** Prepares each new connection of a pool; rejects if the pool must not use it. */
export type Preparation = (client: Client) => Promise<void>;

interface NewConnections {
  readonly timeouts?: () => SessionTimeouts;
  readonly prepare?: Preparation;
  /** Limits the preparation if the client has no `query_timeout`. */
  readonly withinMs?: number;
}

/**
 * A pool's `onConnect`: applies our settings to each new connection and prepares it before its
 * first use. If that fails, the connection is closed and the waiting caller gets the error. pg's
 * `verify` would also hand the connection to a caller whose wait has timed out, which would never
 * release it.
 */
export const onConnect =
  (options: NewConnections = {}) =>
  // Returns a promise, which the pool awaits although its types do not say so.
  (connected: ClientBase): unknown =>
    prepared(connected as Client, options);

/** For pools without other hooks, including those whose types do not have `onConnect`. */
export const PINNED = { onConnect: onConnect() };

/**
 * For the owner of a schema: a migration has no time limit, even if the role or the database sets
 * one.
 */
export const MIGRATING: NewConnections = {
  timeouts: () => ({ statement_timeout: 0, lock_timeout: 0, idle_in_transaction_session_timeout: 0 }),
};

/**
 * For migrations while processes use the store: requests queue behind a migration that waits for a
 * lock, so it waits for less time than they do (250 ms, `METADATA_WAITS`).
 */
export const MIGRATING_LIVE: NewConnections = {
  timeouts: () => ({ ...MIGRATING.timeouts!(), lock_timeout: 100 }),
};

async function prepared(client: Client, { timeouts, prepare, withinMs }: NewConnections): Promise<void> {
  try {
    const preparing = pinSession(client, timeouts?.()).then(() => prepare?.(client));
    await (withinMs === undefined ? preparing : withDeadline(preparing, withinMs));
  } catch (error) {
    destroySocket(client);
    throw error;
  }
}
