import type { CompliancePolicy } from '../campaign-settings.js';
import { washMaxAgeMs } from './registry.policy.js';
import type { CallType } from '../statuses.js';
import { washState } from './wash-state.policy.js';

/** The fields of a running campaign that decide whether its wash lets it continue. */
export interface WashedCampaign {
  readonly callType: CallType;
  readonly compliance: Pick<CompliancePolicy, 'registry_wash_max_age_days'>;
  /** The instant of the newest wash record; null without one. */
  readonly washedAt: Date | null;
  readonly validUntil: Date | null;
}

/** A running campaign with its remaining work. */
export interface CampaignProgress extends WashedCampaign {
  /** Whether a contact may be called or is being called. */
  readonly isOpen: boolean;
  /** Whether the register status of an open contact has lapsed. */
  readonly hasLapsedContacts: boolean;
  /** Whether the consent of an open contact has lapsed. */
  readonly hasLapsedConsents: boolean;
}

/**
 * Why the wash with which a campaign was launched is no longer valid; null: it is valid, or the
 * campaign needs none (campaigns 7.5, 9.14).
 */
export function washLapse(
  { callType, compliance, washedAt, validUntil }: WashedCampaign,
  now: Date,
): 'registry_stale' | 'registry_expired' | null {
  if (callType === 'service' || washedAt === null || validUntil === null) return null;
  // The number of contacts is checked only at launch: a wash does not lapse because of it.
  const state = washState({ washedAt, validUntil, numbersSubmitted: 0 }, 0, washMaxAgeMs(compliance), now);
  if (state === 'stale') return 'registry_stale';
  return state === 'expired' ? 'registry_expired' : null;
}

/** Whether that wash is no longer valid. */
export const hasWashLapsed = (campaign: WashedCampaign, now: Date): boolean =>
  washLapse(campaign, now) !== null;

/**
 * The action that a running campaign needs: expired evidence pauses it before it is complete, so
 * that its contacts stay open until they are washed again (campaigns 9.7, 9.14). An expired consent
 * concerns one person, and stops no calls to others: it pauses a campaign that would be complete,
 * so that a newer consent can be imported. Null: it continues.
 */
export function actionFor(
  progress: CampaignProgress,
  now: Date,
): 'evidence_lapsed' | 'contacts_through' | null {
  if (progress.hasLapsedContacts) return 'evidence_lapsed';
  if (!progress.isOpen) return progress.hasLapsedConsents ? 'evidence_lapsed' : 'contacts_through';
  return hasWashLapsed(progress, now) ? 'evidence_lapsed' : null;
}
