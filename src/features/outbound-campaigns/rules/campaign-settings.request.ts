import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsDefined,
  IsIn,
  IsInt,
  IsOptional,
  Max,
  Min,
} from 'class-validator';
import { Field, OptionalField } from '../../../core/http/field.decorators.js';
import { IfSent } from '../../../core/http/if-sent.js';
import { IsText } from '../../../core/http/is-text.js';
import { IsPhoneNumber } from '../../../core/http/is-phone-number.js';
import { E164_PATTERN } from '../../../core/privacy/phone-number.policy.js';
import { BACKOFF_STRATEGIES, ON_IVR, ON_SILENCE, ON_UNKNOWN, ON_VOICEMAIL } from './campaign-settings.js';
import type { BackoffStrategy, VoicemailPolicy } from './campaign-settings.js';
import { AreAllowedKeys, IsPersonalizationKey, KEY_PATTERN } from './personalization-keys.js';

// In each of these, what stands last above a field is asked first, and the first complaint is the one that is answered.

const oneOf = (words: readonly string[]) => ({ message: `must be one of ${words.join(', ')}` });
const Whole = () => IsInt({ message: 'must be a whole number' });

/** campaigns 1.5 */
export class RetryPolicyRequest {
  @ApiProperty({ example: true })
  @IsBoolean()
  @IsDefined()
  enabled!: boolean;

  @Field('Behind the first attempt.', { type: 'integer', minimum: 0, maximum: 20, example: 3 })
  @Min(0)
  @Max(20)
  @Whole()
  @IsDefined()
  max_attempts!: number;

  @ApiProperty({ type: 'integer', minimum: 0, maximum: 604_800, example: 3600 })
  @Min(0)
  @Max(604_800)
  @Whole()
  @IsDefined()
  backoff_base_seconds!: number;

  @ApiProperty({ enum: BACKOFF_STRATEGIES, example: 'linear' })
  @IsIn(BACKOFF_STRATEGIES, oneOf(BACKOFF_STRATEGIES))
  @IsDefined()
  backoff_strategy!: BackoffStrategy;

  @ApiPropertyOptional({ default: true })
  @IfSent()
  @IsBoolean()
  retry_on_no_answer: boolean = true;

  @ApiPropertyOptional({ default: true })
  @IfSent()
  @IsBoolean()
  retry_on_voicemail: boolean = true;

  @ApiPropertyOptional({ default: true })
  @IfSent()
  @IsBoolean()
  retry_on_busy: boolean = true;
}

/** campaigns 1.6 */
export class VoicemailPolicyRequest {
  @ApiProperty({ example: true })
  @IsBoolean()
  @IsDefined()
  detection_enabled!: boolean;

  @ApiProperty({ enum: ON_VOICEMAIL, example: 'hangup' })
  @IsIn(ON_VOICEMAIL, oneOf(ON_VOICEMAIL))
  @IsDefined()
  on_voicemail!: VoicemailPolicy['on_voicemail'];

  @ApiProperty({ enum: ON_IVR, example: 'hangup' })
  @IsIn(ON_IVR, oneOf(ON_IVR))
  @IsDefined()
  on_ivr!: VoicemailPolicy['on_ivr'];

  @ApiProperty({ enum: ON_SILENCE, example: 'retry' })
  @IsIn(ON_SILENCE, oneOf(ON_SILENCE))
  @IsDefined()
  on_silence!: VoicemailPolicy['on_silence'];

  @ApiProperty({ enum: ON_UNKNOWN, example: 'proceed' })
  @IsIn(ON_UNKNOWN, oneOf(ON_UNKNOWN))
  @IsDefined()
  on_unknown!: VoicemailPolicy['on_unknown'];

  @OptionalField('What is left where on_voicemail is leave_message; no personal data.', {
    type: String,
    nullable: true,
    minLength: 1,
    maxLength: 2000,
  })
  @IsOptional()
  @IsText(1, 2000, { lines: true })
  message_template: string | null = null;
}

/** Keys that a contact can carry without an import becoming a table of its own. */
const MAX_KEYS = 50;
const keys = {
  type: 'array',
  items: { type: 'string', pattern: KEY_PATTERN.source },
  maxItems: MAX_KEYS,
} as const;

/** campaigns 1.7 */
export class PersonalizationRequest {
  @Field('What every contact must have; all of them allowed_keys too.', { ...keys, example: ['first_name'] })
  @AreAllowedKeys()
  @IsPersonalizationKey()
  @ArrayUnique({ message: 'must not repeat a key' })
  @ArrayMaxSize(MAX_KEYS, { message: `must be at most ${MAX_KEYS}` })
  @IsArray()
  @IsDefined()
  required_keys!: string[];

  @Field('What contacts may have; none of them a column of the import.', {
    ...keys,
    example: ['first_name', 'clinic'],
  })
  @IsPersonalizationKey()
  @ArrayUnique({ message: 'must not repeat a key' })
  @ArrayMaxSize(MAX_KEYS, { message: `must be at most ${MAX_KEYS}` })
  @IsArray()
  @IsDefined()
  allowed_keys!: string[];
}

/** campaigns 1.8 */
export class ComplianceRequest {
  @Field('Whether the numbers have to be washed.', { example: true })
  @IsBoolean()
  @IsDefined()
  registry_wash_required!: boolean;

  @ApiProperty({ type: 'integer', minimum: 1, maximum: 365, example: 30 })
  @Min(1)
  @Max(365)
  @Whole()
  @IsDefined()
  registry_wash_max_age_days!: number;

  @ApiProperty({ example: true })
  @IsBoolean()
  @IsDefined()
  consent_required!: boolean;

  @ApiProperty({ example: true })
  @IsBoolean()
  @IsDefined()
  prevent_after_hours!: boolean;

  @ApiProperty({ example: true })
  @IsBoolean()
  @IsDefined()
  check_public_holiday!: boolean;

  @ApiProperty({ example: true })
  @IsBoolean()
  @IsDefined()
  recipient_timezone_aware!: boolean;

  @OptionalField('The number that can be called back; stored sealed.', {
    type: String,
    nullable: true,
    pattern: E164_PATTERN.source,
    example: '+61255501234',
  })
  @IsOptional()
  @IsPhoneNumber()
  cli_return_number: string | null = null;

  @OptionalField('Whom the caller works for.', {
    type: String,
    nullable: true,
    minLength: 1,
    maxLength: 255,
    example: 'Acme Dental',
  })
  @IsOptional()
  @IsText(1, 255)
  cli_employer_name: string | null = null;

  @OptionalField('Who has the calls made; stored sealed.', {
    type: String,
    nullable: true,
    minLength: 1,
    maxLength: 255,
    example: 'Practice manager',
  })
  @IsOptional()
  @IsText(1, 255)
  cli_authorizer_name: string | null = null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    minLength: 1,
    maxLength: 500,
    example: 'Reminder of a check-up',
  })
  @IsOptional()
  @IsText(1, 500)
  cli_call_purpose: string | null = null;

  @OptionalField('By what the caller is exempt from the register.', {
    type: String,
    nullable: true,
    minLength: 1,
    maxLength: 64,
  })
  @IsOptional()
  @IsText(1, 64)
  exemption_type: string | null = null;
}
