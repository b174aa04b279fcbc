import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField, OptionalField } from '../../../core/http/fields/field.decorators.js';
import { HISTORY_RANGES, type HistoryRange } from './history.policy.js';

/** Use in one part of the range (capacity 6.4). */
export class CapacityBucket {
  @ApiProperty({ format: 'date-time', example: '2026-10-10T01:00:00.000Z' })
  bucket_start_utc!: string;

  @ApiProperty({ type: 'integer', minimum: 0, example: 31 })
  peak_in_use!: number;

  @Field('The mean of its full minutes so far.', { type: Number, minimum: 0, example: 12.4 })
  avg_in_use!: number;

  @NullableField('integer', { minimum: 0, description: 'At its end; null: none.', example: 50 })
  limit!: number | null;

  @Field('Calls that were refused because no slot was free.', { type: 'integer', minimum: 0, example: 0 })
  blocked!: number;
}

export class CapacityHistoryResponse {
  @ApiProperty({ example: 'acme-dental' })
  client_id!: string;

  @NullableField(String, { description: 'null: the client itself.', example: null })
  project_id!: string | null;

  @ApiProperty({ enum: Object.keys(HISTORY_RANGES), example: '24h' })
  range!: HistoryRange;

  @ApiProperty({ type: 'integer', example: 15 })
  bucket_minutes!: number;

  @OptionalField(
    'When counting began; only if that is within the range. Earlier buckets are 0 and have no meaning.',
    {
      format: 'date-time',
    },
  )
  counted_from_utc?: string;

  @Field('Oldest first, without gaps.', { type: [CapacityBucket] })
  buckets!: CapacityBucket[];
}
