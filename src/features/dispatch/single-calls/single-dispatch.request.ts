import {
  BooleanField,
  EnumField,
  IdentifierField,
  ObjectField,
  PhoneNumberField,
  StringField,
  TextField,
} from '../../../core/http/fields/field-kinds.js';
import { RequestField } from '../../../core/http/fields/request-field.js';
import { VoicemailPolicyRequest } from '../../campaigns/rules/campaign-settings.request.js';
import { CALL_TYPES, REGISTRY_STATUSES, type CallType } from '../../campaigns/rules/statuses.js';
import { FromContact } from './contact-field.js';
import { arePersonalValues } from './personal-values.js';

const instant = { format: 'date-time' } as const;

/** The conditions of the call, and the disclosures to the person (dispatch 7.4). */
export class SingleComplianceRequest {
  @BooleanField({
    description: 'Applies only to service calls; others need a wash in any case.',
    default: false,
    optional: true,
  })
  registry_wash_required: boolean = false;

  @BooleanField({ default: false, optional: true })
  consent_required: boolean = false;

  @BooleanField({
    description: 'Applies only to service calls; others keep the legal hours in any case.',
    default: false,
    optional: true,
  })
  prevent_after_hours: boolean = false;

  @BooleanField({
    description: 'Applies only to service calls, like prevent_after_hours.',
    default: false,
    optional: true,
  })
  check_public_holiday: boolean = false;

  @PhoneNumberField({
    description: 'The number that can be called back; stored sealed.',
    optional: true,
    nullable: true,
  })
  cli_return_number: string | null = null;

  @TextField(1, 255, { optional: true, nullable: true })
  cli_employer_name: string | null = null;

  @TextField(1, 255, { description: 'Stored sealed.', optional: true, nullable: true })
  cli_authorizer_name: string | null = null;

  @TextField(1, 500, { optional: true, nullable: true })
  cli_call_purpose: string | null = null;
}

export class SingleDispatchRequest {
  @IdentifierField({ example: 'acme-dental-front-desk-k3vq72' })
  project_id!: string;

  @PhoneNumberField({ description: 'Stored sealed.', example: '+61491570156' })
  to_number!: string;

  @EnumField(CALL_TYPES, { example: 'service' })
  call_type!: CallType;

  @FromContact('external_contact_id', {
    maxLength: 128,
    description: 'Your own identifier, without personal data.',
  })
  external_contact_id?: string;

  @FromContact('recipient_timezone', { description: 'IANA zone of the person who is called.' })
  recipient_timezone?: string;

  @FromContact('recipient_country', { description: 'ISO 3166-1, two letters.' })
  recipient_country?: string;

  @FromContact('recipient_subdivision', { description: 'ISO 3166-2, such as AU-NSW.' })
  recipient_subdivision?: string;

  @FromContact('registry_status', { enum: REGISTRY_STATUSES })
  registry_status?: string;

  @FromContact('registry_checked_at_utc', instant)
  registry_checked_at_utc?: string;

  @FromContact('registry_valid_until_utc', { ...instant, description: 'After registry_checked_at_utc.' })
  registry_valid_until_utc?: string;

  @FromContact('registry_result_code', { maxLength: 128 })
  registry_result_code?: string;

  @FromContact('registry_vendor', { maxLength: 128 })
  registry_vendor?: string;

  @FromContact('registry_ruleset_id', { maxLength: 128 })
  registry_ruleset_id?: string;

  @FromContact('consent_type', { maxLength: 128, description: 'Such as express or inferred.' })
  consent_type?: string;

  @FromContact('consent_source', { maxLength: 128 })
  consent_source?: string;

  @FromContact('consent_given_at_utc', instant)
  consent_given_at_utc?: string;

  @FromContact('consent_expires_at_utc', { ...instant, description: 'After consent_given_at_utc.' })
  consent_expires_at_utc?: string;

  @FromContact('consent_withdrawn_at_utc', instant)
  consent_withdrawn_at_utc?: string;

  @FromContact('consent_evidence_reference', { maxLength: 512, description: 'Stored sealed.' })
  consent_evidence_reference?: string;

  @FromContact('exemption_type', { maxLength: 128 })
  exemption_type?: string;

  @BooleanField({ optional: true })
  exemption_verified?: boolean;

  @RequestField(
    [arePersonalValues],
    { type: 'object', additionalProperties: { type: 'string', maxLength: 1000 } },
    {
      description: 'Data about the person for the runtime, by key; stored sealed.',
      example: { first_name: 'Mia' },
      optional: true,
    },
  )
  personalization: Record<string, string> = {};

  @ObjectField(SingleComplianceRequest, { optional: true })
  compliance: SingleComplianceRequest = new SingleComplianceRequest();

  @ObjectField(VoicemailPolicyRequest, { optional: true })
  voicemail_policy?: VoicemailPolicyRequest;
}

/**
 * The path of a route about one dispatch. A malformed id gets the same response as an unknown one:
 * 404.
 */
export class SingleDispatchParams {
  @StringField({ format: 'uuid' })
  dispatch_id!: string;
}
