import { QueryFailedError } from 'typeorm';
import { LoggableError } from '../../shared/platform-error.js';

/** The meaning of a failed database or network call for the caller. */
export type FaultKind = 'unavailable' | 'retry' | 'conflict' | 'bug';

/** The parts of a driver error that may be logged: no SQL, no parameters, no values. */
export interface FaultDescription {
  readonly kind: FaultKind;
  readonly code: string | null;
  readonly constraint: string | null;
  readonly table: string | null;
}

/** A store that cannot be used; `cause` is the driver's error (operations 6.8). */
export class StoreUnavailableError extends LoggableError {}

// Classes and codes of PostgreSQL's appendix A, and Node's codes of a lost socket.
const UNAVAILABLE_SQLSTATE = /^(08|28|3D|53|57P0|58|XX)/;
/** A wrong user or password, a rule of pg_hba.conf (28), and a missing database (3D). */
const LOGIN_REFUSED_SQLSTATE = /^(28|3D)/;
// protocol_violation: a wrong number of parameters, which retries cannot fix.
const BUG_CODES = new Set(['08P01']);
/**
 * A live server that cannot do this now: a standby, a read-only store, a changed schema, a full
 * disk. Another connection may reach one that can.
 */
const REFUSED_BY_LIVE_SERVER = new Set([
  '25006', // read_only_sql_transaction
  '0A000', // feature_not_supported, also a cached plan whose result type has changed
  '53100', // disk_full
]);
const UNAVAILABLE_CODES = new Set([
  ...REFUSED_BY_LIVE_SERVER,
  '57014', // statement_timeout cancelled it
  '25P03', // idle in transaction too long
  '25P04', // transaction_timeout ended it
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
// 55P03, lock_timeout: possibly a deadlock whose wait ended before PostgreSQL checked for
// deadlocks.
const RETRY_CODES = new Set(['40001', '40P01', '55P03']);
const CONFLICT_CODES = new Set(['23505', '23P01']);

// pg raises these without any code; a changed wording would surface in the fault tests.
const UNAVAILABLE_MESSAGES =
  /^(Query read timeout|Connection terminated|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end|Client was closed)/;

interface DriverError {
  code?: unknown;
  constraint?: unknown;
  table?: unknown;
  message?: unknown;
  errors?: unknown;
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/**
 * Classifies a driver's error; null for any other error. TypeORM's QueryFailedError, which carries
 * SQL and parameters, is reduced to codes here.
 */
export function classifyDriverError(error: unknown): FaultDescription | null {
  if (error instanceof StoreUnavailableError) {
    const behind = classifyDriverError(error.cause);
    return { code: null, constraint: null, table: null, ...behind, kind: 'unavailable' };
  }
  const raw: unknown = error instanceof QueryFailedError ? error.driverError : error;
  if (!(raw instanceof Error)) return null;
  const driver = raw as DriverError;
  // A host with several addresses fails with an AggregateError, whose first part has the reason.
  const first: unknown = Array.isArray(driver.errors) ? driver.errors[0] : undefined;
  const code = text(driver.code) ?? (first instanceof Error ? text((first as DriverError).code) : null);
  const isPostgres = code !== null && /^[0-9A-Z]{5}$/.test(code) && !UNAVAILABLE_CODES.has(code);
  const kind = kindOf(code, raw.message);
  if (kind === 'bug' && !isPostgres && !(error instanceof QueryFailedError)) return null;
  return { kind, code, constraint: text(driver.constraint), table: text(driver.table) };
}

/**
 * Whether to drop a connection because its server is running but refuses what another one may
 * accept (operations 6.4).
 */
export function isRefusedByLiveServer(error: unknown): boolean {
  const code = classifyDriverError(error)?.code ?? null;
  return code !== null && REFUSED_BY_LIVE_SERVER.has(code);
}

/**
 * The error for callers of a pool that cannot connect: a server that refuses the connection, with
 * any code, makes the store unavailable. A LoggableError, and errors that already say this,
 * stay unchanged.
 */
export function connectFailureOf(store: string, error: unknown): unknown {
  if (error instanceof LoggableError) return error;
  const fault = classifyDriverError(error);
  const code = fault?.code ?? 'no code';
  if (fault?.kind === 'unavailable' && !LOGIN_REFUSED_SQLSTATE.test(code)) return error;
  return new StoreUnavailableError(
    `Store ${store} refuses the connection (${code}). Check the user, the password and the database in its address, and the rules ` +
      'of pg_hba.conf.',
    error,
  );
}

function kindOf(code: string | null, message: string): FaultKind {
  if (code !== null) {
    if (BUG_CODES.has(code)) return 'bug';
    if (RETRY_CODES.has(code)) return 'retry';
    if (CONFLICT_CODES.has(code)) return 'conflict';
    if (UNAVAILABLE_CODES.has(code) || UNAVAILABLE_SQLSTATE.test(code)) return 'unavailable';
  }
  return UNAVAILABLE_MESSAGES.test(message) ? 'unavailable' : 'bug';
}
