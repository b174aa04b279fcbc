import { OWED, workKind } from '../../../core/shared/work-kind.js';

/** Somewhere among a tenant's dispatches a lease may be over, or a single call's time to be taken. */
export const LEASE_ENDS = workKind<Record<string, never>>('dispatch.lease-ends', {
  ...OWED,
  // Each take leaves a mark: those of some seconds are worked together, and leave one for what is still under way.
  batch: 1000,
});
