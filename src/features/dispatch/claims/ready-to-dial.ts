import type { ContactDecision } from '../../campaigns/rules/eligibility/decide-contact.policy.js';
import type { OpenedCaller } from '../../campaigns/rules/opened-caller.js';
import { leaseEnd } from '../rules/dispatch-leases.js';
import type { VoicemailRules } from '../rules/attempt-result.policy.js';
import type { OpenedContact } from './sealed-contacts.service.js';
import type { DispatchLease } from '../rules/take.response.js';

/** A person who may be called now, with all data for a runtime. */
export interface ReadyToDial {
  readonly dispatchId: string;
  readonly projectId: string;
  /** Null for a single call, like the contact. */
  readonly campaignId: string | null;
  readonly contactId: string | null;
  readonly attemptNumber: number;
  readonly phoneHash: Buffer;
  readonly decision: ContactDecision;
  readonly opened: OpenedContact;
  readonly caller: OpenedCaller;
  readonly versionNumber: number;
  readonly contentHash: string;
  readonly voicemailPolicy: VoicemailRules;
}

/**
 * Builds the lease for the runtime.
 * @param now when it was claimed
 */
export const leaseOf = (ready: ReadyToDial, now: Date): DispatchLease => ({
  dispatch_id: ready.dispatchId,
  lease_expires_at_utc: leaseEnd('leased', now).toISOString(),
  campaign_id: ready.campaignId,
  contact_id: ready.contactId,
  project_id: ready.projectId,
  attempt_number: ready.attemptNumber,
  to_number: ready.opened.toNumber,
  personalization: ready.opened.personalization,
  version_number: ready.versionNumber,
  content_hash: ready.contentHash,
  voicemail_policy: ready.voicemailPolicy,
  cli_return_number: ready.caller.returnNumber,
  call_type: ready.decision.callType,
});
