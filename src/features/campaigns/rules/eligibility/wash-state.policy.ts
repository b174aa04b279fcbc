/** Whether a campaign's numbers count as washed (campaigns 7.5). */
export const WASH_STATES = ['none', 'valid', 'stale', 'expired', 'count_mismatch'] as const;
export type WashState = (typeof WASH_STATES)[number];

/** The facts of the newest record that decide the state. */
export interface WashFacts {
  readonly washedAt: Date;
  readonly validUntil: Date;
  readonly numbersSubmitted: number;
}

/**
 * The state of a campaign's newest wash. Reports the first of several faults: its age, its
 * own expiry, its count.
 * @param record null without one
 * @param contactCount all contacts of the campaign, of any status
 * @param maxAgeMs how long a wash is valid, by law and campaign
 */
export function washState(
  record: WashFacts | null,
  contactCount: number,
  maxAgeMs: number,
  now: Date,
): WashState {
  if (record === null) return 'none';
  if (now.getTime() - record.washedAt.getTime() >= maxAgeMs) return 'stale';
  if (record.validUntil <= now) return 'expired';
  return record.numbersSubmitted === contactCount ? 'valid' : 'count_mismatch';
}
