/** How it stands with one test in one run. The last three are final. */
export const RESULT_STATUSES = ['queued', 'running', 'passed', 'failed', 'error'] as const;
export type ResultStatus = (typeof RESULT_STATUSES)[number];

/** Why a test was not played to its end. The first ones are told by runtimes. */
export const RUNTIME_ERRORS = ['model_failed', 'conversation_stuck', 'system_failed'] as const;
export const SERVICE_ERRORS = [
  'configuration_changed',
  'test_changed',
  'test_does_not_open',
  'secret_unavailable',
  'runtime_lost',
] as const;
export type ServiceError = (typeof SERVICE_ERRORS)[number];

/** Thirty turns of a caller and their answers take five minutes; as much again for a busy runtime. */
export const LEASE_MS = 10 * 60_000;

/** A test whose runtime vanished is given to another one, once. */
export const MAX_ATTEMPTS = 2;

interface Lease {
  readonly status: ResultStatus;
  readonly attempt: number;
  readonly leaseExpiresAt: Date | null;
}

/**
 * How a result stands now (workspace 13.12): a lease that ran out gives its test back, and the last one ends it.
 */
export function currentStatus({ status, attempt, leaseExpiresAt }: Lease, now: Date): ResultStatus {
  const isLost = status === 'running' && leaseExpiresAt !== null && leaseExpiresAt <= now;
  if (!isLost) return status;
  return attempt < MAX_ATTEMPTS ? 'queued' : 'error';
}

/** What a runtime says of a test that it has played, or could not play. */
export interface ReportedResult {
  readonly attempt: number;
  /** Whether each assertion held, in their order; null: it was not played to its end. */
  readonly held: readonly boolean[] | null;
  readonly errorReason: string | null;
}

interface StoredResult extends Lease {
  readonly held: readonly boolean[] | null;
  readonly errorReason: string | null;
}

/** A test has passed where all that was expected held. */
export const verdictOf = ({ held }: Pick<ReportedResult, 'held'>): 'passed' | 'failed' | 'error' =>
  held === null ? 'error' : held.every(Boolean) ? 'passed' : 'failed';

/**
 * What becomes of a report (workspace 13.14): `apply` it; `ignore` the same again; refuse a `contradiction` to what is known,
 * one of a test that this runtime does not hold any more (`lease_lost`), or never took (`not_taken`). A runtime that comes
 * back late is heard as long as the test was not given to another one.
 */
export function judgeResult(
  stored: StoredResult,
  report: ReportedResult,
): 'apply' | 'ignore' | 'not_taken' | 'lease_lost' | 'contradiction' {
  if (report.attempt > stored.attempt || stored.attempt === 0) return 'not_taken';
  if (report.attempt < stored.attempt) return 'lease_lost';
  if (stored.status === 'running') return 'apply';
  if (stored.status === 'queued' || stored.errorReason === 'runtime_lost') return 'lease_lost';
  const isSame =
    stored.errorReason === report.errorReason && JSON.stringify(stored.held) === JSON.stringify(report.held);
  return isSame ? 'ignore' : 'contradiction';
}

/** How a run stands by what came of its tests (workspace 13.10). */
export function runStatus(results: readonly ResultStatus[]): 'queued' | 'running' | 'passed' | 'failed' {
  if (results.every((status) => status === 'queued')) return 'queued';
  if (results.some((status) => status === 'queued' || status === 'running')) return 'running';
  return results.every((status) => status === 'passed') ? 'passed' : 'failed';
}
