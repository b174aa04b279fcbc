import type { CompliancePolicy, VoicemailPolicy } from '../rules/campaign-settings.js';
import type { ContactFields } from './contact-draft.js';
import type { CampaignFacts, CliSummary, ContactFacts } from '../rules/eligibility/contact-facts.js';
import type { ContactField } from '../rules/contact-fields.js';
import { contactFacts } from '../rules/eligibility/facts-of.js';
import { COLUMN_BY_NAME } from './import-columns.policy.js';
import { CellFault } from './row-error.js';
import { newColumns } from './stored-columns.policy.js';
import type { CallType, NotCallableReason } from '../rules/statuses.js';

export interface SingleCall {
  readonly call_type: CallType;
  /** The person to call and the evidence, in the fields of an import. */
  readonly contact: Readonly<Partial<Record<ContactField, string>>> & { readonly to_number: string };
  readonly personalization: Readonly<Record<string, string>>;
  readonly voicemail_policy: VoicemailPolicy;
  readonly compliance: CompliancePolicy;
}

/** Reasons for which a single call ends without a decision. */
export const ENDED_WITHOUT_DECISION = ['not_taken', 'project_archived', 'number_not_dialled'] as const;

/**
 * Why a single call is refused: a reason of the decision, no runtime in time, or a change of its
 * project or its number.
 */
export type RefusedCode = NotCallableReason | (typeof ENDED_WITHOUT_DECISION)[number];

/** A single call has one attempt. */
const NO_RETRY = {
  enabled: false,
  max_attempts: 0,
  backoff_base_seconds: 0,
  backoff_strategy: 'constant',
} as const;

export function contactOfCall({ contact }: SingleCall, isSuppressed: boolean): ContactFacts {
  const fields = fieldsOf(contact);
  return {
    ...contactFacts(newColumns({ fields }, null), isSuppressed),
    hasConsentEvidence: fields.consentEvidenceReference !== undefined,
  };
}

/** The facts that a campaign would add to the decision. */
export const campaignOfCall = (
  { call_type: callType, compliance }: SingleCall,
  cli: CliSummary,
): CampaignFacts => ({
  status: 'running',
  callType,
  // Not used: the local time of the called person counts.
  timezone: 'UTC',
  scheduleEndAt: null,
  retryPolicy: NO_RETRY,
  compliance,
  cli,
});

/**
 * Values by field.
 * @param sent each was valid when it was sent; a value that newer rules reject counts as absent
 */
export const fieldsOf = (sent: SingleCall['contact']): ContactFields =>
  Object.fromEntries(
    Object.entries(sent).flatMap(([name, text]) => {
      const { field, read } = COLUMN_BY_NAME.get(name)!;
      const value = read(text);
      return value instanceof CellFault ? [] : [[field, value]];
    }),
  ) as unknown as ContactFields;
