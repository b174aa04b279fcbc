import { OWED, workKind } from '../../../core/shared/work-kind.js';

/** A lease of the tenant may have expired, or a single call may not have been claimed in time. */
export const LEASE_ENDS = workKind<Record<string, never>>('dispatch.lease-ends', {
  ...OWED,
  // Each claim enqueues a work item: those of some seconds are handled together, and enqueue one
  // for the remaining leases.
  batch: 1000,
});
