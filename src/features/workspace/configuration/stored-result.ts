import type { currentResult, ResultStatus } from '../rules/conversation-result.policy.js';

type StoredResult = Parameters<typeof currentResult>[0];

/** What of a result changes by itself, as a statement gives it in JSON. */
export interface ResultRowJson {
  readonly status: ResultStatus;
  readonly attempt: number;
  readonly requested_at: string;
  readonly lease_expires_at: string | null;
  readonly ended_at: string | null;
  readonly error_reason: string | null;
}

export const storedResult = (row: ResultRowJson): StoredResult => ({
  status: row.status,
  attempt: row.attempt,
  requestedAt: new Date(row.requested_at),
  leaseExpiresAt: dateOf(row.lease_expires_at),
  endedAt: dateOf(row.ended_at),
  errorReason: row.error_reason,
});

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));
