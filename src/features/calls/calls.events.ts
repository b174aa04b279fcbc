import { ENDED_STATUSES, type CallStatus, type Direction } from './rules/call-vocabulary.js';

/**
 * How long a call counts as in progress after its last report. This is longer than calls last, and
 * longer than the pauses of a runtime that reports only the beginning and the end.
 */
export const CALL_LEASE_SECONDS = 3600;

export interface ChangedCall {
  readonly callId: string;
  readonly projectId: string;
  readonly campaignId: string | null;
  readonly contactId: string | null;
  readonly direction: Direction;
  readonly callStatus: CallStatus;
  readonly startedAt: Date;
  /** No version of the call was there before. */
  readonly isNew: boolean;
}

/** Whether a version of a call says that it is over. */
export const hasEnded = ({ callStatus }: Pick<ChangedCall, 'callStatus'>): boolean =>
  ENDED_STATUSES.has(callStatus);

/**
 * These calls were written, each once, in the order of their ids: a batch of ingest, in the
 * transaction of the tenant's store.
 */
export class CallsChanged {
  constructor(readonly calls: readonly ChangedCall[]) {}
}

/** The caller's data of these calls was erased, in this transaction of the tenant's store. */
export class CallsErased {
  constructor(readonly callIds: readonly string[]) {}
}
