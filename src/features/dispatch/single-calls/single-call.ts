import { unprocessable, type FieldError } from '../../../core/shared/platform-error.js';
import { CONTACT_FIELDS, type ContactField } from '../../campaigns/rules/contact-fields.js';
import { faultsBetween } from '../../campaigns/contact-rows/import-columns.policy.js';
import { fieldsOf, type SingleCall } from '../../campaigns/contact-rows/single-call.policy.js';
import { undisclosed } from '../../campaigns/rules/opened-caller.js';
import type { SingleDispatchRequest } from './single-dispatch.request.js';

/** A wash is no older than the law allows (campaigns 5.10). */
const MAX_WASH_DAYS = 30;

/** By default, the call ends if a machine answers. */
const DEFAULT_VOICEMAIL = {
  detection_enabled: true,
  on_voicemail: 'hangup',
  on_ivr: 'hangup',
  on_silence: 'hangup',
  on_unknown: 'proceed',
  message_template: null,
} as const;

/** The call of a request (dispatch 7.2 to 7.4). @throws 422 naming each wrong field */
export function singleCallOf(request: SingleDispatchRequest): SingleCall {
  const { call_type: callType, compliance } = request;
  const isService = callType === 'service';
  const call: SingleCall = {
    call_type: callType,
    contact: contactOf(request),
    personalization: request.personalization,
    voicemail_policy: { ...DEFAULT_VOICEMAIL, ...request.voicemail_policy },
    compliance: {
      ...compliance,
      registry_wash_required: !isService || compliance.registry_wash_required,
      registry_wash_max_age_days: MAX_WASH_DAYS,
      recipient_timezone_aware: true,
      exemption_type: null,
    },
  };
  const faults = [...betweenFaults(call), ...(isService ? [] : disclosureFaults(call))];
  if (faults.length > 0) throw unprocessable(...faults);
  return call;
}

/** The request already refuses fields that a single call does not have. */
function contactOf(request: SingleDispatchRequest): SingleCall['contact'] {
  const sent = request as unknown as Readonly<Record<ContactField, unknown>>;
  const entries = CONTACT_FIELDS.filter((name) => name !== 'call_type' && sent[name] !== undefined).map(
    (name) => [name, String(sent[name]).trim()] as const,
  );
  return Object.fromEntries(entries) as unknown as SingleCall['contact'];
}

const betweenFaults = ({ contact }: SingleCall): FieldError[] =>
  faultsBetween(fieldsOf(contact)).map(({ column, fault: { message, code: type, allowed } }) => ({
    loc: ['body', column],
    message: allowed ? `${message}: ${allowed.join(', ')}` : message,
    type,
  }));

const disclosureFaults = ({ compliance }: SingleCall): FieldError[] =>
  undisclosed(compliance).map((name) => ({
    loc: ['body', 'compliance', name],
    message: 'is required: the assistant has to state it in calls of this type',
    type: `${name}_missing`,
  }));
