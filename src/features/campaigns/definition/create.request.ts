import { readAs } from '../../../core/http/fields/field-rules.js';
import {
  BooleanField,
  EnumField,
  IdentifierField,
  InstantField,
  IntegerField,
  ObjectField,
  TextField,
  TimezoneField,
} from '../../../core/http/fields/field-kinds.js';
import { CALL_TYPES, CAMPAIGN_TYPES, type CallType } from '../rules/statuses.js';
import {
  ComplianceRequest,
  PersonalizationRequest,
  RetryPolicyRequest,
  VoicemailPolicyRequest,
} from '../rules/campaign-settings.request.js';

/** The contract's limit (campaigns 1.3). */
export const MAX_NAME = 255;
const MAX_DESCRIPTION = 4000;
export const PRIORITY = { min: 1, max: 100 } as const;

/** A blank description counts as null. */
export const CampaignDescription = (): PropertyDecorator =>
  TextField(0, MAX_DESCRIPTION, {
    lines: true,
    optional: true,
    nullable: true,
    also: [readAs((value) => (typeof value === 'string' && value.trim() === '' ? null : value))],
  });

export class CreateCampaignRequest {
  @IdentifierField({ example: 'acme-dental-front-desk-k3vq72' })
  project_id!: string;

  @TextField(1, MAX_NAME, { example: 'Recall November' })
  name!: string;

  @CampaignDescription()
  description: string | null = null;

  @EnumField(CAMPAIGN_TYPES, { default: 'scheduled', optional: true })
  campaign_type: (typeof CAMPAIGN_TYPES)[number] = 'scheduled';

  @EnumField(CALL_TYPES, { example: 'service' })
  campaign_call_type!: CallType;

  @IntegerField(PRIORITY.min, PRIORITY.max, {
    description: 'The higher one goes first among campaigns that run at the same time.',
    example: 50,
  })
  priority!: number;

  @InstantField({ optional: true, nullable: true })
  schedule_start_at_utc: string | null = null;

  @InstantField({
    description: 'After schedule_start_at_utc if both are set.',
    optional: true,
    nullable: true,
  })
  schedule_end_at_utc: string | null = null;

  @TimezoneField({ description: 'IANA zone.', example: 'Australia/Sydney' })
  timezone!: string;

  @ObjectField(RetryPolicyRequest)
  retry_policy!: RetryPolicyRequest;

  @ObjectField(VoicemailPolicyRequest)
  voicemail_policy!: VoicemailPolicyRequest;

  @ObjectField(PersonalizationRequest)
  personalization!: PersonalizationRequest;

  @BooleanField({
    description: 'Whether all contacts with the same number are called; otherwise only the first one is.',
    default: false,
    optional: true,
  })
  allow_repeated_numbers = false;

  @ObjectField(ComplianceRequest)
  compliance!: ComplianceRequest;
}
