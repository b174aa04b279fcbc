import { ApiProperty } from '@nestjs/swagger';
import { NullableField } from '../../../core/http/fields/field.decorators.js';

const Count = (example: number): PropertyDecorator => ApiProperty({ type: 'integer', minimum: 0, example });

/** A recorded wash (campaigns 7.1). */
export class WashRecordResponse {
  @ApiProperty({ format: 'uuid' })
  registry_wash_record_id!: string;

  @ApiProperty({ format: 'uuid' })
  campaign_id!: string;

  @ApiProperty({ example: 'AU' })
  jurisdiction!: string;

  @ApiProperty({ example: 'dncr' })
  registry_type!: string;

  @ApiProperty({ example: 'web_upload' })
  wash_channel!: string;

  @NullableField(String, { example: 'ACMA-2026-11-20-0001' })
  transaction_id!: string | null;

  @Count(1200)
  numbers_submitted!: number;

  @Count(31)
  numbers_on_register!: number;

  @Count(1165)
  numbers_not_on_register!: number;

  @Count(4)
  numbers_invalid!: number;

  @ApiProperty({ format: 'date-time' })
  washed_at_utc!: string;

  @ApiProperty({ format: 'date-time' })
  valid_until_utc!: string;
}
