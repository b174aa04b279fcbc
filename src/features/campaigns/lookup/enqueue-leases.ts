import { OWED, workKind } from '../../../core/shared/work-kind.js';

/** A lease of the tenant may be over, or a single call's time to be taken. */
export const LEASE_ENDS = workKind<Record<string, never>>('dispatch.lease-ends', {
  ...OWED,
  // Each claim enqueues a work item: those of some seconds are handled together, and enqueue one
  // for the remaining leases.
  batch: 1000,
});
