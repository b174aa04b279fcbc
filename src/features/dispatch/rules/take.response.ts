import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import type { VoicemailRules } from './attempt-result.policy.js';

/** One contact to call, until the lease ends. */
export class DispatchLease {
  @ApiProperty({ format: 'uuid' }) dispatch_id!: string;
  @Field('If no report arrives before this time, the attempt has failed.', { format: 'date-time' })
  lease_expires_at_utc!: string;
  @NullableField(String, {
    format: 'uuid',
    description: 'Null, like contact_id, for a call without a campaign.',
  })
  campaign_id!: string | null;
  @NullableField(String, { format: 'uuid' }) contact_id!: string | null;
  @ApiProperty() project_id!: string;
  @Field('1 for the first.') attempt_number!: number;
  @Field('E.164, in clear.') to_number!: string;
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  personalization!: Readonly<Record<string, string>>;
  @Field('The version of the project to use for the call.')
  version_number!: number;
  @ApiProperty() content_hash!: string;
  @ApiProperty({ type: 'object', additionalProperties: true }) voicemail_policy!: VoicemailRules;
  @NullableField(String) cli_return_number!: string | null;
  @ApiProperty({ enum: ['telemarketing', 'research', 'service'] }) call_type!: string;
}

export class TakeResponse {
  @ApiProperty({ type: [DispatchLease] }) leases!: readonly DispatchLease[];
}
