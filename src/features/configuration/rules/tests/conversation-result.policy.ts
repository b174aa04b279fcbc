/** The status of one test in one run. The last three are final. */
export const RESULT_STATUSES = ['queued', 'running', 'passed', 'failed', 'error'] as const;
export type ResultStatus = (typeof RESULT_STATUSES)[number];

/** Why a test was not completed. Runtimes report the first ones. */
export const RUNTIME_ERRORS = ['model_failed', 'conversation_stuck', 'system_failed'] as const;
export const SERVICE_ERRORS = [
  'configuration_changed',
  'test_changed',
  'test_does_not_open',
  'secret_unavailable',
  'runtime_lost',
  'waited_too_long',
  'cancelled',
] as const;
export type ServiceError = (typeof SERVICE_ERRORS)[number];

/** The status of a run. The last four are final. */
export const RUN_STATUSES = ['queued', 'running', 'passed', 'failed', 'expired', 'cancelled'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** Five minutes for thirty turns, and as much again for a busy runtime. */
export const LEASE_MS = 10 * 60_000;

/** A test whose runtime vanished is given to another runtime once. */
export const MAX_ATTEMPTS = 2;

/**
 * A test that waits longer waits for an absent runtime, not for a busy one: a run of fifty tests
 * occupies one runtime for five leases, and five runs may be queued before it, which is four hours
 * and ten minutes.
 */
export const TEST_WAIT_MS = 6 * 60 * 60_000;

interface Lease {
  readonly status: ResultStatus;
  readonly attempt: number;
  readonly leaseExpiresAt: Date | null;
}

/** The stored fields that change a result's status over time. */
interface WaitingResult extends Lease {
  /** When its run was requested. */
  readonly requestedAt: Date;
  readonly endedAt: Date | null;
  readonly errorReason: string | null;
}

/** The status of a result at an instant. */
export interface CurrentResult {
  readonly status: ResultStatus;
  readonly endedAt: Date | null;
  readonly errorReason: string | null;
}

/**
 * The current state of a result (workspace 13.12, 13.20). After an expired lease the test waits
 * again, and after the last lease it ends. A test that has waited too long for a runtime has ended,
 * too.
 */
export function currentResult(stored: WaitingResult, now: Date): CurrentResult {
  const { status, attempt, leaseExpiresAt, requestedAt, endedAt, errorReason } = stored;
  if (status === 'queued') {
    const until = new Date(requestedAt.getTime() + TEST_WAIT_MS);
    return until > now
      ? { status, endedAt, errorReason }
      : { status: 'error', endedAt: until, errorReason: 'waited_too_long' };
  }
  const isLost = status === 'running' && leaseExpiresAt !== null && leaseExpiresAt <= now;
  if (!isLost) return { status, endedAt, errorReason };
  const until = attempt < MAX_ATTEMPTS ? new Date(leaseExpiresAt.getTime() + TEST_WAIT_MS) : leaseExpiresAt;
  return until > now
    ? { status: 'queued', endedAt: null, errorReason: null }
    : { status: 'error', endedAt: until, errorReason: 'runtime_lost' };
}

export interface ReportedResult {
  readonly attempt: number;
  /** Whether each assertion was met, in order; null: the test was not completed. */
  readonly held: readonly boolean[] | null;
  readonly errorReason: string | null;
}

interface StoredResult extends Lease {
  readonly held: readonly boolean[] | null;
  readonly errorReason: string | null;
}

/** A test has passed if all expectations were met. */
export const verdictOf = ({ held }: Pick<ReportedResult, 'held'>): 'passed' | 'failed' | 'error' =>
  held === null ? 'error' : held.every(Boolean) ? 'passed' : 'failed';

/**
 * Decides about a report (workspace 13.14): `apply` it; `ignore` a repetition; refuse a
 * `contradiction` of a known result, or a report of a test that this runtime no longer holds
 * (`lease_lost`) or never claimed (`not_taken`). A late report is accepted unless another runtime
 * has claimed the test.
 */
export function evaluateResult(
  stored: StoredResult,
  report: ReportedResult,
): 'apply' | 'ignore' | 'not_taken' | 'lease_lost' | 'contradiction' {
  if (report.attempt > stored.attempt || stored.attempt === 0) return 'not_taken';
  if (report.attempt < stored.attempt) return 'lease_lost';
  if (stored.status === 'running') return 'apply';
  const isGivenUp = stored.errorReason === 'runtime_lost' || stored.errorReason === 'cancelled';
  if (stored.status === 'queued' || isGivenUp) return 'lease_lost';
  const isSame =
    stored.errorReason === report.errorReason && JSON.stringify(stored.held) === JSON.stringify(report.held);
  return isSame ? 'ignore' : 'contradiction';
}

/**
 * The state of a run, from the results of its tests (workspace 13.10). A missing runtime proves
 * nothing about the assistant: a run is `expired` only because of that, and `failed` if a test
 * failed or could not be completed.
 */
export function runStatus(results: readonly Pick<CurrentResult, 'status' | 'errorReason'>[]): RunStatus {
  const all = (wanted: ResultStatus): boolean => results.every(({ status }) => status === wanted);
  if (all('queued')) return 'queued';
  if (results.some(({ status }) => status === 'queued' || status === 'running')) return 'running';
  if (all('passed')) return 'passed';
  const bad = results.filter(({ status }) => status !== 'passed');
  if (bad.some(({ errorReason }) => errorReason === 'cancelled')) return 'cancelled';
  return bad.every(({ errorReason }) => errorReason === 'waited_too_long') ? 'expired' : 'failed';
}

/** The changing part of a result, as a statement returns it in JSON. */
export interface ResultRowJson {
  readonly status: ResultStatus;
  readonly attempt: number;
  readonly requested_at: string;
  readonly lease_expires_at: string | null;
  readonly ended_at: string | null;
  readonly error_reason: string | null;
}

export const storedResult = (row: ResultRowJson): WaitingResult => ({
  status: row.status,
  attempt: row.attempt,
  requestedAt: new Date(row.requested_at),
  leaseExpiresAt: dateOf(row.lease_expires_at),
  endedAt: dateOf(row.ended_at),
  errorReason: row.error_reason,
});

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));
