/** Whether a campaign's numbers count as washed (campaigns 7.5). */
export const WASH_STATES = ['none', 'valid', 'stale', 'expired', 'count_mismatch'] as const;
export type WashState = (typeof WASH_STATES)[number];

/** What the state follows from, of the newest record. */
export interface WashFacts {
  readonly washedAt: Date;
  readonly validUntil: Date;
  readonly numbersSubmitted: number;
}

/**
 * What the newest wash of a campaign is worth. Where several things are wrong with it the first is told: its age, its own end,
 * its count.
 * @param record null where there is none
 * @param contactCount all contacts of the campaign, of any status
 * @param maxAgeMs for how long a wash counts, by law and campaign
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
