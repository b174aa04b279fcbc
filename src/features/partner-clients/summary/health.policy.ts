export const HEALTH_STATES = ['healthy', 'attention', 'unknown'] as const;
export type HealthState = (typeof HEALTH_STATES)[number];

/**
 * The health of a client (partner-clients 4.3).
 * @param signals whether something needs attention, one from each source; null: the source did not
 *   answer
 */
export function healthOf(signals: readonly (boolean | null)[]): HealthState {
  if (signals.includes(true)) return 'attention';
  return signals.includes(null) ? 'unknown' : 'healthy';
}
