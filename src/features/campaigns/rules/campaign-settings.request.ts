import {
  BooleanField,
  EnumField,
  IntegerField,
  PhoneNumberField,
  TextField,
  ListField,
} from '../../../core/http/fields/field-kinds.js';
import type { FieldOptions } from '../../../core/http/fields/request-field.js';
import { BACKOFF_STRATEGIES, ON_IVR, ON_SILENCE, ON_UNKNOWN, ON_VOICEMAIL } from './campaign-settings.js';
import type { BackoffStrategy, VoicemailPolicy } from './campaign-settings.js';
import { areAllowedKeys, isPersonalizationKey, KEY_PATTERN } from './personalization-keys.js';

/** campaigns 1.5 */
export class RetryPolicyRequest {
  @BooleanField({ example: true })
  enabled!: boolean;

  @IntegerField(0, 20, { description: 'After the first attempt.', example: 3 })
  max_attempts!: number;

  @IntegerField(0, 604_800, { example: 3600 })
  backoff_base_seconds!: number;

  @EnumField(BACKOFF_STRATEGIES, { example: 'linear' })
  backoff_strategy!: BackoffStrategy;

  @BooleanField({ default: true, optional: true })
  retry_on_no_answer: boolean = true;

  @BooleanField({ default: true, optional: true })
  retry_on_voicemail: boolean = true;

  @BooleanField({ default: true, optional: true })
  retry_on_busy: boolean = true;
}

/** campaigns 1.6 */
export class VoicemailPolicyRequest {
  @BooleanField({ example: true })
  detection_enabled!: boolean;

  @EnumField(ON_VOICEMAIL, { example: 'hangup' })
  on_voicemail!: VoicemailPolicy['on_voicemail'];

  @EnumField(ON_IVR, { example: 'hangup' })
  on_ivr!: VoicemailPolicy['on_ivr'];

  @EnumField(ON_SILENCE, { example: 'retry' })
  on_silence!: VoicemailPolicy['on_silence'];

  @EnumField(ON_UNKNOWN, { example: 'proceed' })
  on_unknown!: VoicemailPolicy['on_unknown'];

  @TextField(1, 2000, {
    description: 'The message that is left if on_voicemail is leave_message; no personal data.',
    lines: true,
    optional: true,
    nullable: true,
  })
  message_template: string | null = null;
}

/** More keys would make import files unwieldy. */
const MAX_KEYS = 50;

/** The personalization keys of a campaign. */
const KeysField = (options: FieldOptions): PropertyDecorator =>
  ListField(
    isPersonalizationKey,
    { type: 'array', items: { type: 'string', pattern: KEY_PATTERN.source } },
    { max: MAX_KEYS, unique: 'undocumented' },
    options,
  );

/** campaigns 1.7 */
export class PersonalizationRequest {
  @KeysField({
    description: 'Keys that every contact must have; each is also in allowed_keys.',
    example: ['first_name'],
    also: [areAllowedKeys],
  })
  required_keys!: string[];

  @KeysField({
    description: 'Keys that contacts may have; none is a column of the import.',
    example: ['first_name', 'clinic'],
  })
  allowed_keys!: string[];
}

/** campaigns 1.8 */
export class ComplianceRequest {
  @BooleanField({ description: 'Whether the numbers must be washed.', example: true })
  registry_wash_required!: boolean;

  @IntegerField(1, 365, { example: 30 })
  registry_wash_max_age_days!: number;

  @BooleanField({ example: true })
  consent_required!: boolean;

  @BooleanField({ example: true })
  prevent_after_hours!: boolean;

  @BooleanField({ example: true })
  check_public_holiday!: boolean;

  @BooleanField({ example: true })
  recipient_timezone_aware!: boolean;

  @PhoneNumberField({
    description: 'The number that can be called back; stored sealed.',
    example: '+61255501234',
    optional: true,
    nullable: true,
  })
  cli_return_number: string | null = null;

  @TextField(1, 255, {
    description: 'The employer of the caller.',
    example: 'Acme Dental',
    optional: true,
    nullable: true,
  })
  cli_employer_name: string | null = null;

  @TextField(1, 255, {
    description: 'The person who authorises the calls; stored sealed.',
    example: 'Practice manager',
    optional: true,
    nullable: true,
  })
  cli_authorizer_name: string | null = null;

  @TextField(1, 500, { example: 'Reminder of a check-up', optional: true, nullable: true })
  cli_call_purpose: string | null = null;

  @TextField(1, 64, {
    description: 'The reason why the caller is exempt from the register.',
    optional: true,
    nullable: true,
  })
  exemption_type: string | null = null;
}
