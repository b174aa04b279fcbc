import type { CallStatus, Direction } from './rules/call-vocabulary.js';

/** What others may need to know of a version of a call. */
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

/** These calls were written, each once, in the order of their ids: a batch of ingest, in the transaction of the tenant's store. */
export class CallsChanged {
  constructor(readonly calls: readonly ChangedCall[]) {}
}
