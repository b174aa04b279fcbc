import type { CompliancePolicy } from '../campaign-settings.js';
import type { RetryPolicy } from './retry.policy.js';
import type { PlaceFacts } from '../calling-hours/recipient-place.policy.js';
import type { CallType, CampaignStatus, ContactStatus, Disposition, RegistryStatus } from '../statuses.js';

/** A number's register status, from an import or a wash. */
export interface RegistryFacts {
  readonly registryStatus: RegistryStatus | null;
  readonly registryCheckedAt: Date | null;
  readonly registryValidUntil: Date | null;
}

export interface ConsentFacts {
  readonly consentType: string | null;
  readonly consentSource: string | null;
  readonly consentGivenAt: Date | null;
  readonly consentExpiresAt: Date | null;
  readonly consentWithdrawnAt: Date | null;
  /** Whether a reference to evidence is stored; its content does not matter here. */
  readonly hasConsentEvidence: boolean;
}

/** The newest call of a contact's number by another campaign of the client. */
export interface RecentCall {
  readonly at: Date;
  /** When the pause after it ends and the number may be called again. */
  readonly pauseEndsAt: Date;
}

/** The facts about a contact that decide whether it may be called. */
export interface ContactFacts extends PlaceFacts, RegistryFacts, ConsentFacts {
  readonly status: ContactStatus;
  /** Whether its number is suppressed for the project or the client. */
  readonly isSuppressed: boolean;
  /** Whether another contact already had the number: a campaign calls each number once. */
  readonly repeatsNumber: boolean;
  /** Null if no other campaign has called the number, or if that is irrelevant. */
  readonly recentCall: RecentCall | null;
  readonly callType: CallType | null;
  readonly registryRulesetId: string | null;
  readonly registryWashRecordId: string | null;
  readonly exemptionType: string | null;
  readonly exemptionVerified: boolean | null;
  /** Attempts made so far. */
  readonly attemptCount: number;
  /** Retries after the first attempt; null for the campaign's. */
  readonly maxAttempts: number | null;
  readonly nextAttemptAt: Date | null;
  readonly lastDisposition: Disposition | null;
}

/** The flags and bounds of a campaign's `compliance` that a decision uses. */
export type ComplianceRules = Pick<
  CompliancePolicy,
  | 'registry_wash_required'
  | 'registry_wash_max_age_days'
  | 'consent_required'
  | 'prevent_after_hours'
  | 'check_public_holiday'
  | 'recipient_timezone_aware'
  | 'exemption_type'
>;

export interface CampaignFacts {
  readonly status: CampaignStatus;
  readonly callType: CallType;
  readonly timezone: string;
  readonly scheduleEndAt: Date | null;
  readonly retryPolicy: RetryPolicy;
  readonly compliance: ComplianceRules;
  readonly cli: CliSummary;
}

/** The caller's identity, as evidence. */
export interface CliSummary {
  readonly return_number_masked: string | null;
  readonly employer_name: string | null;
  readonly authorizer_name: string | null;
  readonly call_purpose: string | null;
  /** Whether all four are known. */
  readonly complete: boolean;
}
