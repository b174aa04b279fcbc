/** Whether the runtime runs the published version. */
export const DRIFT_STATES = ['in_sync', 'drifted', 'unknown'] as const;
export type DriftState = (typeof DRIFT_STATES)[number];

/**
 * @param expectedHash content hash of the published version; null before the first one
 * @param observedHash the hash that the runtime reported; null if it never did
 */
export function driftState(expectedHash: string | null, observedHash: string | null): DriftState {
  if (expectedHash === null || observedHash === null) return 'unknown';
  return expectedHash === observedHash ? 'in_sync' : 'drifted';
}
