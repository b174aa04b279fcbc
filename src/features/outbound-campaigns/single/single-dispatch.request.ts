import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsBoolean, IsDefined, IsIn, IsObject, IsOptional, IsString, ValidateNested } from 'class-validator';
import { Field, OptionalField } from '../../../core/http/field.decorators.js';
import { IfSent } from '../../../core/http/if-sent.js';
import { IsIdentifier } from '../../../core/http/is-identifier.js';
import { IsText } from '../../../core/http/is-text.js';
import { IsPhoneNumber } from '../../../core/http/is-phone-number.js';
import { E164_PATTERN } from '../../../core/privacy/phone-number.policy.js';
import { VoicemailPolicyRequest } from '../rules/campaign-settings.request.js';
import { CALL_TYPES, REGISTRY_STATUSES, type CallType } from '../rules/statuses.js';
import { FromContact } from './contact-field.js';
import { ArePersonalValues } from './personal-values.js';

const Flag = () => IsBoolean({ message: 'must be true or false' });
const instant = { format: 'date-time' } as const;

/** What has to hold before the person is called, and what they are told (dispatch 7.4). */
export class SingleComplianceRequest {
  @OptionalField('Of a service call; the others need a wash in any case.', { default: false })
  @IfSent()
  @Flag()
  registry_wash_required: boolean = false;

  @ApiPropertyOptional({ default: false })
  @IfSent()
  @Flag()
  consent_required: boolean = false;

  @OptionalField('Of a service call; the others keep the hours of the law in any case.', { default: false })
  @IfSent()
  @Flag()
  prevent_after_hours: boolean = false;

  @OptionalField('Of a service call, likewise.', { default: false })
  @IfSent()
  @Flag()
  check_public_holiday: boolean = false;

  @OptionalField('The number that can be called back; stored sealed.', {
    type: String,
    nullable: true,
    pattern: E164_PATTERN.source,
  })
  @IsOptional()
  @IsPhoneNumber()
  cli_return_number: string | null = null;

  @ApiPropertyOptional({ type: String, nullable: true, minLength: 1, maxLength: 255 })
  @IsOptional()
  @IsText(1, 255)
  cli_employer_name: string | null = null;

  @OptionalField('Stored sealed.', { type: String, nullable: true, minLength: 1, maxLength: 255 })
  @IsOptional()
  @IsText(1, 255)
  cli_authorizer_name: string | null = null;

  @ApiPropertyOptional({ type: String, nullable: true, minLength: 1, maxLength: 500 })
  @IsOptional()
  @IsText(1, 500)
  cli_call_purpose: string | null = null;
}

/** Body of POST /v1/dispatches (dispatch 7.2). */
export class SingleDispatchRequest {
  @ApiProperty({ example: 'acme-dental-front-desk-k3vq72' })
  @IsIdentifier()
  // Last in the list is asked first, and the first complaint is the one that is answered.
  @IsDefined()
  project_id!: string;

  @Field('Stored sealed.', { pattern: E164_PATTERN.source, example: '+61491570156' })
  @IsPhoneNumber()
  @IsDefined()
  to_number!: string;

  @ApiProperty({ enum: CALL_TYPES, example: 'service' })
  @IsIn(CALL_TYPES, { message: `must be one of ${CALL_TYPES.join(', ')}` })
  @IsDefined()
  call_type!: CallType;

  @FromContact('external_contact_id', {
    maxLength: 128,
    description: 'Your own identifier; nothing personal.',
  })
  external_contact_id?: string;

  @FromContact('recipient_timezone', { description: 'IANA zone of the person who is called.' })
  recipient_timezone?: string;

  @FromContact('recipient_country', { description: 'ISO 3166-1, two letters.' })
  recipient_country?: string;

  @FromContact('recipient_subdivision', { description: 'ISO 3166-2, such as AU-NSW.' })
  recipient_subdivision?: string;

  @FromContact('registry_status', { enum: [...REGISTRY_STATUSES] })
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

  @ApiPropertyOptional()
  @IfSent()
  @Flag()
  exemption_verified?: boolean;

  @OptionalField('What the runtime is told of the person, by key; stored sealed.', {
    type: 'object',
    additionalProperties: { type: 'string', maxLength: 1000 },
    example: { first_name: 'Mia' },
  })
  @ArePersonalValues()
  @IfSent()
  personalization: Record<string, string> = {};

  @ApiPropertyOptional({ type: SingleComplianceRequest })
  @ValidateNested()
  @Type(() => SingleComplianceRequest)
  @IsObject()
  @IfSent()
  compliance: SingleComplianceRequest = new SingleComplianceRequest();

  @ApiPropertyOptional({ type: VoicemailPolicyRequest })
  @ValidateNested()
  @Type(() => VoicemailPolicyRequest)
  @IsObject()
  @IfSent()
  voicemail_policy?: VoicemailPolicyRequest;
}

/** The path of a route about one dispatch. An id that none can have is one that is not there: 404. */
export class SingleDispatchParams {
  @ApiProperty({ format: 'uuid' })
  @IsString()
  dispatch_id!: string;
}
