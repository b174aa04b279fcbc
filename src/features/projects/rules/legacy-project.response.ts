import { ApiProperty } from '@nestjs/swagger';

/** A project in the legacy model (projects 7.1). */
export class LegacyProjectResponse {
  @ApiProperty({ example: 'acme-dental-front-desk-k3vq72' })
  project_id!: string;

  @ApiProperty({ example: 'acme-dental' })
  client_id!: string;

  @ApiProperty({ type: String, nullable: true, example: 'Front desk' })
  display_name!: string | null;

  @ApiProperty({ description: 'At most 4 decimals; with per_call the price of a call.', example: 0.15 })
  rate_per_minute!: number;

  @ApiProperty({ description: 'ISO 4217.', example: 'AUD' })
  currency!: string;

  @ApiProperty({ example: 'per_minute' })
  billing_model!: string;

  @ApiProperty({ type: 'integer', example: 30 })
  minimum_billable_seconds!: number;

  @ApiProperty({ description: 'False for archived projects.' })
  is_active!: boolean;

  @ApiProperty({ description: 'IANA name.', example: 'Australia/Sydney' })
  timezone!: string;

  @ApiProperty({ format: 'date-time' })
  created_at_utc!: string;

  @ApiProperty({ format: 'date-time' })
  updated_at_utc!: string;
}
