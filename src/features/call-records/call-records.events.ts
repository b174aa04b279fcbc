import { ENDED_STATUSES, type CallStatus, type Direction } from './rules/call-vocabulary.js';

/**
 * How long a call counts as in progress after its last report. Longer than any call, so that
 * runtimes need to report only the beginning and the end.
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
  readonly isNew: boolean;
}

/** Whether this version of a call has ended. */
export const hasEnded = ({ callStatus }: Pick<ChangedCall, 'callStatus'>): boolean =>
  ENDED_STATUSES.has(callStatus);

/**
 * A batch of ingest has written these calls, in the order of their ids. Published in the
 * transaction of the tenant's store.
 */
export class CallsChanged {
  constructor(readonly calls: readonly ChangedCall[]) {}
}

/** This transaction of the tenant's store has erased the caller's data of these calls. */
export class CallsErased {
  constructor(readonly callIds: readonly string[]) {}
}
