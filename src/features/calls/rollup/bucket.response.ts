import { ApiProperty } from '@nestjs/swagger';
import { Field } from '../../../core/http/fields/field.decorators.js';
import { GRANULARITIES, type BucketStart, type Granularity } from './buckets.policy.js';

export class BucketResponse implements BucketStart {
  @Field('First instant of the whole local hour, day or week, even if the range begins later.', {
    format: 'date-time',
    example: '2026-10-03T14:00:00.000Z',
  })
  start_utc!: string;

  @Field('The same instant as local time in `timezone`, with its offset.', {
    format: 'date-time',
    example: '2026-10-04T00:00:00+10:00',
  })
  start_local!: string;
}

/** The division of a timeline into buckets. */
export class BucketedResponse {
  @ApiProperty({ example: 'Australia/Sydney' })
  timezone!: string;

  @ApiProperty({ enum: GRANULARITIES, example: 'day' })
  granularity!: Granularity;
}
