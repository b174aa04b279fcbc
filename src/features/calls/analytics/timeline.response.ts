import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { ResponseTimesResponse } from '../rollup/call-figures.response.js';
import { BucketedResponse, BucketResponse } from '../rollup/bucket.response.js';

export class TimelineBucketResponse extends BucketResponse {
  @Field('Calls of every status.', { type: 'integer', example: 68 })
  total_calls!: number;

  @ApiProperty({ type: 'integer', example: 61 })
  completed_calls!: number;

  @ApiProperty({ type: 'integer', example: 5 })
  missed_calls!: number;

  @ApiProperty({ type: 'integer', example: 2 })
  failed_calls!: number;

  @NullableField(Number, { example: 142.32, description: 'Null without a known duration.' })
  avg_duration_seconds!: number | null;

  @NullableField(ResponseTimesResponse, { description: 'Null if no call was timed.' })
  response_times!: ResponseTimesResponse | null;
}

export class CallTimelineResponse extends BucketedResponse {
  @Field('In order and without gaps: a bucket without calls has zeros.', { type: [TimelineBucketResponse] })
  buckets!: TimelineBucketResponse[];
}
