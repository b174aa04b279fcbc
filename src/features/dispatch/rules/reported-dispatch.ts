import type { EligibilityColumns } from '../../campaigns/rules/eligibility/facts-of.js';
import type { Disposition } from '../../campaigns/rules/statuses.js';

/** The fields of a dispatch that reports and expiring leases need. */
interface DispatchState {
  readonly dispatchId: string;
  readonly projectId: string;
  readonly dispatchStatus: 'leased' | 'dialing' | 'in_call' | 'ended';
  readonly attemptNumber: number;
  readonly takenAt: Date;
  readonly endedAt: Date | null;
  readonly lastSequence: number;
  readonly disposition: Disposition | null;
  readonly callId: string | null;
  /** Whether ingest has linked it: no report names it. */
  readonly isCallLinked: boolean;
  readonly leaseExpiresAt: Date;
}

/** With its contact. */
export interface OpenDispatch extends DispatchState, EligibilityColumns {
  readonly campaignId: string;
  readonly contactId: string;
  readonly phoneEncrypted: Buffer;
}

export interface SingleDispatch extends DispatchState {
  readonly campaignId: null;
  readonly contactId: null;
  /** The request was erased together with the person's data. */
  readonly isErased: boolean;
}

export type ReportedDispatch = OpenDispatch | SingleDispatch;
