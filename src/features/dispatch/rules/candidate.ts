import type { EligibilityColumns } from '../../campaigns/rules/eligibility/facts-of.js';
import type { ContactDecision } from '../../campaigns/rules/eligibility/decide-contact.policy.js';
import type { VoicemailRules } from './attempt-result.policy.js';

export interface DialledCampaign {
  readonly campaignId: string;
  readonly projectId: string;
  readonly status: string;
  readonly campaignCallType: string;
  readonly timezone: string;
  readonly scheduleEndAt: Date | null;
  readonly retryPolicy: object;
  readonly voicemailPolicy: VoicemailRules;
  readonly compliance: object;
  readonly projectVersion: number;
  readonly contentHash: string;
}

/** A locked contact that is due. */
export interface ClaimedContact extends EligibilityColumns {
  readonly campaignId: string;
  readonly contactId: string;
  readonly phoneHash: Buffer;
  readonly phoneEncrypted: Buffer;
  readonly personalizationEncrypted: Buffer | null;
}

/** A contact that may be called now. */
export interface Candidate {
  readonly contact: ClaimedContact;
  readonly campaign: DialledCampaign;
  readonly decision: ContactDecision;
}
