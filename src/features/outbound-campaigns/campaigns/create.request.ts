import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { IsBoolean, IsDefined, IsIn, IsObject, IsOptional, ValidateNested } from 'class-validator';
import { Field, OptionalField } from '../../../core/http/field.decorators.js';
import { IfSent } from '../../../core/http/if-sent.js';
import { IsIdentifier } from '../../../core/http/is-identifier.js';
import { IsInstant } from '../../../core/http/is-instant.js';
import { IsText } from '../../../core/http/is-text.js';
import { IsTimezone } from '../../../core/http/is-timezone.js';
import { IsWholeNumber } from '../../../core/http/is-whole-number.js';
import { CALL_TYPES, CAMPAIGN_TYPES, type CallType } from '../rules/statuses.js';
import {
  ComplianceRequest,
  PersonalizationRequest,
  RetryPolicyRequest,
  VoicemailPolicyRequest,
} from '../rules/campaign-settings.request.js';

/** The contract's (campaigns 1.3). */
export const MAX_NAME = 255;
export const MAX_DESCRIPTION = 4000;
export const PRIORITY = { min: 1, max: 100 } as const;

/** A description of blanks alone says nothing, and counts as null. */
export const withoutBlank = (value: unknown): unknown =>
  typeof value === 'string' && value.trim() === '' ? null : value;

/** Body of POST /v1/outbound-campaigns (campaigns 1.3). */
export class CreateCampaignRequest {
  @ApiProperty({ example: 'acme-dental-front-desk-k3vq72' })
  @IsIdentifier()
  // Last in the list is asked first, and the first complaint is the one that is answered.
  @IsDefined()
  project_id!: string;

  @ApiProperty({ minLength: 1, maxLength: MAX_NAME, example: 'Recall November' })
  @IsText(1, MAX_NAME)
  @IsDefined()
  name!: string;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: MAX_DESCRIPTION })
  @Transform(({ value }: { value: unknown }) => withoutBlank(value))
  @IsOptional()
  @IsText(0, MAX_DESCRIPTION, { lines: true })
  description: string | null = null;

  @ApiPropertyOptional({ enum: CAMPAIGN_TYPES, default: 'scheduled' })
  @IfSent()
  @IsIn(CAMPAIGN_TYPES, { message: `must be one of ${CAMPAIGN_TYPES.join(', ')}` })
  campaign_type: (typeof CAMPAIGN_TYPES)[number] = 'scheduled';

  @ApiProperty({ enum: CALL_TYPES, example: 'service' })
  @IsIn(CALL_TYPES, { message: `must be one of ${CALL_TYPES.join(', ')}` })
  @IsDefined()
  campaign_call_type!: CallType;

  @Field('Of campaigns that call at once, the higher one goes first.', {
    example: 50,
  })
  @IsWholeNumber(PRIORITY.min, PRIORITY.max)
  @IsDefined()
  priority!: number;

  @ApiPropertyOptional({ type: String, format: 'date-time', nullable: true })
  @IsOptional()
  @IsInstant()
  schedule_start_at_utc: string | null = null;

  @OptionalField('After schedule_start_at_utc where both are given.', {
    type: String,
    format: 'date-time',
    nullable: true,
  })
  @IsOptional()
  @IsInstant()
  schedule_end_at_utc: string | null = null;

  @Field('IANA zone.', { example: 'Australia/Sydney' })
  @IsTimezone()
  @IsDefined()
  timezone!: string;

  @ApiProperty({ type: RetryPolicyRequest })
  @ValidateNested()
  @Type(() => RetryPolicyRequest)
  @IsObject()
  @IsDefined()
  retry_policy!: RetryPolicyRequest;

  @ApiProperty({ type: VoicemailPolicyRequest })
  @ValidateNested()
  @Type(() => VoicemailPolicyRequest)
  @IsObject()
  @IsDefined()
  voicemail_policy!: VoicemailPolicyRequest;

  @ApiProperty({ type: PersonalizationRequest })
  @ValidateNested()
  @Type(() => PersonalizationRequest)
  @IsObject()
  @IsDefined()
  personalization!: PersonalizationRequest;

  @OptionalField(
    'Whether contacts that have the same number are all called; else the first of them alone is.',
    {
      type: Boolean,
      default: false,
    },
  )
  @IfSent()
  @IsBoolean()
  allow_repeated_numbers = false;

  @ApiProperty({ type: ComplianceRequest })
  @ValidateNested()
  @Type(() => ComplianceRequest)
  @IsObject()
  @IsDefined()
  compliance!: ComplianceRequest;
}
