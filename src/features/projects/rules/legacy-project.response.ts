import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';

/** A project in the legacy model (projects 7.1). */
export class LegacyProjectResponse {
  @ApiProperty({ example: 'acme-dental-front-desk-k3vq72' })
  project_id!: string;

  @ApiProperty({ example: 'acme-dental' })
  client_id!: string;

  @NullableField(String, { example: 'Front desk' })
  display_name!: string | null;

  @Field('At most 4 decimals; with per_call the price of a call.', { example: 0.15 })
  rate_per_minute!: number;

  @Field('ISO 4217.', { example: 'AUD' })
  currency!: string;

  @ApiProperty({ example: 'per_minute' })
  billing_model!: string;

  @ApiProperty({ type: 'integer', example: 30 })
  minimum_billable_seconds!: number;

  @Field('False for archived projects.')
  is_active!: boolean;

  @Field('IANA name.', { example: 'Australia/Sydney' })
  timezone!: string;

  @ApiProperty({ format: 'date-time' })
  created_at_utc!: string;

  @ApiProperty({ format: 'date-time' })
  updated_at_utc!: string;
}
