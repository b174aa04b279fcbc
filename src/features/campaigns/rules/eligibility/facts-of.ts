import type {
  CampaignFacts,
  CliSummary,
  ComplianceRules,
  ContactFacts,
  RecentCall,
} from './contact-facts.js';
import type { RetryPolicy } from './retry.policy.js';
import type { CallType, CampaignStatus, ContactStatus, Disposition, RegistryStatus } from '../statuses.js';

const CLI_NOT_READ: CliSummary = {
  return_number_masked: null,
  employer_name: null,
  authorizer_name: null,
  call_purpose: null,
  complete: false,
};

/** The columns of a campaign that decide about its contacts. */
interface EligibilityCampaign {
  readonly status: string;
  readonly campaignCallType: string;
  readonly timezone: string;
  readonly scheduleEndAt: Date | null;
  readonly retryPolicy: object;
  readonly compliance: object;
}

/**
 * The facts of a stored campaign for decisions about its contacts.
 * @param cli the caller's identity; only needed to store evidence
 */
export const campaignFacts = (
  campaign: EligibilityCampaign,
  cli: CliSummary = CLI_NOT_READ,
): CampaignFacts => ({
  status: campaign.status as CampaignStatus,
  callType: campaign.campaignCallType as CallType,
  timezone: campaign.timezone,
  scheduleEndAt: campaign.scheduleEndAt,
  retryPolicy: campaign.retryPolicy as RetryPolicy,
  compliance: campaign.compliance as ComplianceRules,
  cli,
});

/** The columns of a contact that a decision uses. */
export interface EligibilityColumns {
  readonly status: string;
  readonly repeatsNumber: boolean;
  readonly callType: string | null;
  readonly recipientTimezone: string | null;
  readonly recipientCountry: string | null;
  readonly recipientSubdivision: string | null;
  readonly registryStatus: string | null;
  readonly registryCheckedAt: Date | null;
  readonly registryValidUntil: Date | null;
  readonly registryRulesetId: string | null;
  readonly registryWashRecordId: string | null;
  readonly consentType: string | null;
  readonly consentSource: string | null;
  readonly consentGivenAt: Date | null;
  readonly consentExpiresAt: Date | null;
  readonly consentWithdrawnAt: Date | null;
  readonly consentEvidenceEncrypted: Buffer | null;
  readonly exemptionType: string | null;
  readonly exemptionVerified: boolean | null;
  readonly attemptCount: number;
  readonly maxAttempts: number | null;
  readonly nextAttemptAt: Date | null;
  readonly lastDisposition: string | null;
}

/**
 * The facts that decide whether a contact, stored or about to be stored, may be called.
 * @param isSuppressed whether its number is suppressed for the project or the client
 * @param recentCall the latest call to its number by another campaign; stored reasons do not need
 *   it
 */
export const contactFacts = (
  contact: EligibilityColumns,
  isSuppressed: boolean,
  recentCall: RecentCall | null = null,
): ContactFacts => ({
  status: contact.status as ContactStatus,
  isSuppressed,
  repeatsNumber: contact.repeatsNumber,
  recentCall,
  callType: contact.callType as CallType | null,
  recipientTimezone: contact.recipientTimezone,
  recipientCountry: contact.recipientCountry,
  recipientSubdivision: contact.recipientSubdivision,
  registryStatus: contact.registryStatus as RegistryStatus | null,
  registryCheckedAt: contact.registryCheckedAt,
  registryValidUntil: contact.registryValidUntil,
  registryRulesetId: contact.registryRulesetId,
  registryWashRecordId: contact.registryWashRecordId,
  consentType: contact.consentType,
  consentSource: contact.consentSource,
  consentGivenAt: contact.consentGivenAt,
  consentExpiresAt: contact.consentExpiresAt,
  consentWithdrawnAt: contact.consentWithdrawnAt,
  hasConsentEvidence: contact.consentEvidenceEncrypted !== null,
  exemptionType: contact.exemptionType,
  exemptionVerified: contact.exemptionVerified,
  attemptCount: contact.attemptCount,
  maxAttempts: contact.maxAttempts,
  nextAttemptAt: contact.nextAttemptAt,
  lastDisposition: contact.lastDisposition as Disposition | null,
});
