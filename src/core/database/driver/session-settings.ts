import type { ClientBase } from 'pg';

/**
 * Settings on which our statements depend. A database, a login or a URL may have other defaults;
 * each session sets these instead (operations 6.5).
 */
export const SESSION_SETTINGS = {
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  client_encoding: 'UTF8',
  standard_conforming_strings: 'on',
  array_nulls: 'on',
  transform_null_equals: 'off',
  row_security: 'on',
  search_path: 'public',
  default_transaction_isolation: 'read committed',
  lc_monetary: 'C',
  lc_numeric: 'C',
  lc_time: 'C',
} as const;

/** Milliseconds after which the server ends a session's wait or an abandoned session. */
export type SessionTimeouts = Readonly<
  Partial<Record<'statement_timeout' | 'lock_timeout' | 'idle_in_transaction_session_timeout', number>>
>;

/**
 * Applies our settings to a new connection, in one round trip before any other statement. Poolers
 * refuse or drop timeouts in the startup message.
 */
export async function pinSession(client: ClientBase, timeouts: SessionTimeouts = {}): Promise<void> {
  const settings = Object.entries({ ...SESSION_SETTINGS, ...timeouts })
    .map(([name, value]) => `set_config('${name}', '${value}', false)`)
    .join(', ');
  await client.query(`SELECT ${settings}`);
}
