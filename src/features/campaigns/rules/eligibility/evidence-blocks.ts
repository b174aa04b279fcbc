import type { PersonalPath } from '../../../../core/privacy/masking/personal-fields.policy.js';
import { placeIn } from '../../../../core/registry/sealed-table.js';
import type { ContactDecision } from './decide-contact.policy.js';
import type { CliSummary } from './contact-facts.js';

/**
 * The rules that decide about contacts, and their version. It changes with the rules of campaigns
 * section 5, so that old evidence names the rules of its time.
 */
export const CALLING_RULES = { source: 'australian_calling_rules', version: '2026-11.3', jurisdiction: 'AU' };

/** The blocks of evidence, by their names on the wire (dispatch 6.2). */
export interface EvidenceBlocks extends Pick<
  ContactDecision,
  | 'timezone_evaluation'
  | 'holiday_evaluation'
  | 'dncr_summary'
  | 'retry_summary'
  | 'recent_call_summary'
  | 'consent_evidence'
  | 'exemption_evidence'
> {
  readonly cli_summary: CliSummary;
}

/** The facts of the decision about a contact, and the caller's identity. */
export const evidenceBlocks = (decision: ContactDecision, cli: CliSummary): EvidenceBlocks => ({
  timezone_evaluation: decision.timezone_evaluation,
  holiday_evaluation: decision.holiday_evaluation,
  dncr_summary: decision.dncr_summary,
  cli_summary: cli,
  retry_summary: decision.retry_summary,
  recent_call_summary: decision.recent_call_summary,
  consent_evidence: decision.consent_evidence,
  exemption_evidence: decision.exemption_evidence,
});

/** The name of a person, sealed where it is stored. */
export const PERSONAL_EVIDENCE: readonly PersonalPath[] = [['cli_summary', 'authorizer_name']];

export const evidenceSealContext = placeIn('outbound_evidence', 'blocks');
