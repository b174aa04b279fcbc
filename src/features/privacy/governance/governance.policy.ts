import { hash } from 'node:crypto';

export const AUDIO_RETENTIONS = ['enabled', 'disabled', 'unconfirmed'] as const;
export const SECONDARY_REUSES = ['allowed', 'denied'] as const;

/** The longest retention in days: a hundred years. */
export const MAX_RETENTION_DAYS = 36_500;

/** A tenant's settings for the calls of all its projects (privacy 5.7). */
export interface TenantGovernance {
  readonly audioRetention: (typeof AUDIO_RETENTIONS)[number];
  /** Whether transcripts may be used beyond their original purpose; null: not decided. */
  readonly secondaryReuse: (typeof SECONDARY_REUSES)[number] | null;
  /** Days from the start of a call; null: not set. */
  readonly transcriptRetentionDays: number | null;
}

/** The governance of a tenant that has never saved one: nothing is decided. */
export const NOTHING_SETTLED: TenantGovernance = {
  audioRetention: 'unconfirmed',
  secondaryReuse: null,
  transcriptRetentionDays: null,
};

/**
 * The strong etag of a governance. It covers content and number, so no two states share one, even
 * after a manual change of a row.
 * @param revision how often it was saved; 0: never
 */
export function governanceEtag(
  revision: number,
  { audioRetention, secondaryReuse, transcriptRetentionDays }: TenantGovernance,
): string {
  const content = JSON.stringify([audioRetention, secondaryReuse, transcriptRetentionDays]);
  return `r${revision}-${hash('sha256', content).slice(0, 16)}`;
}
