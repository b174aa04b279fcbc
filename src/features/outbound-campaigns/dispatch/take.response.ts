import { ApiProperty } from '@nestjs/swagger';
import type { VoicemailRules } from './outcome.policy.js';

/** One contact to call, for as long as the lease lasts. */
export class DispatchLease {
  @ApiProperty({ format: 'uuid' }) dispatch_id!: string;
  @ApiProperty({ format: 'date-time', description: 'Without a report until then the attempt has failed.' })
  lease_expires_at_utc!: string;
  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'Null, as contact_id is, of a call without a campaign.',
  })
  campaign_id!: string | null;
  @ApiProperty({ type: String, format: 'uuid', nullable: true }) contact_id!: string | null;
  @ApiProperty() project_id!: string;
  @ApiProperty({ description: '1 for the first.' }) attempt_number!: number;
  @ApiProperty({ description: 'E.164, in clear.' }) to_number!: string;
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  personalization!: Readonly<Record<string, string>>;
  @ApiProperty({ description: 'The version of the project to call by.' })
  version_number!: number;
  @ApiProperty() content_hash!: string;
  @ApiProperty({ type: 'object', additionalProperties: true }) voicemail_policy!: VoicemailRules;
  @ApiProperty({ type: String, nullable: true }) cli_return_number!: string | null;
  @ApiProperty({ enum: ['telemarketing', 'research', 'service'] }) call_type!: string;
}

export class TakeResponse {
  @ApiProperty({ type: [DispatchLease] }) leases!: readonly DispatchLease[];
}
