const SECONDS_OF_UNIT = 60;

/**
 * Units of a call: started minutes of its whole seconds, at least one; none without a duration
 * above zero (billing 5.2). For sums over many calls the store applies the same rule
 * (`voice_units`).
 */
export function voiceUnits(durationSeconds: number | null): number {
  if (durationSeconds === null || durationSeconds <= 0) return 0;
  return Math.max(1, Math.ceil(Math.floor(durationSeconds) / SECONDS_OF_UNIT));
}
