import { ApiProperty } from '@nestjs/swagger';
import { Field } from '../../../core/http/fields/field.decorators.js';
import type { WireSentiment } from '../../call-records/rules/sentiment.policy.js';
import { BucketedResponse, BucketResponse } from '../rollup/bucket.response.js';

export class SentimentCountsResponse implements Record<WireSentiment, number> {
  @ApiProperty({ type: 'integer', example: 120 })
  positive!: number;

  @ApiProperty({ type: 'integer', example: 60 })
  neutral!: number;

  @Field('Calls that the summary counts as negative.', { type: 'integer', example: 20 })
  upset!: number;

  @Field('Calls without a sentiment.', { type: 'integer', example: 8 })
  unclassified!: number;
}

export class SentimentSharesResponse implements Record<WireSentiment, number> {
  @ApiProperty({ example: 57.69 })
  positive!: number;

  @ApiProperty({ example: 28.85 })
  neutral!: number;

  @ApiProperty({ example: 9.62 })
  upset!: number;

  @ApiProperty({ example: 3.85 })
  unclassified!: number;
}

const TOTAL = { type: 'integer', example: 208 } as const;
const DISTRIBUTION = {
  type: SentimentCountsResponse,
  description: 'Calls by sentiment; the counts add up to total_calls.',
};
const SHARE = { type: SentimentSharesResponse, description: 'Percent of total_calls.' };

export class CallSentimentResponse {
  @ApiProperty(TOTAL)
  total_calls!: number;

  @ApiProperty(DISTRIBUTION)
  distribution!: SentimentCountsResponse;

  @ApiProperty(SHARE)
  share!: SentimentSharesResponse;
}

export class SentimentBucketResponse extends BucketResponse {
  @ApiProperty(TOTAL)
  total_calls!: number;

  @ApiProperty(DISTRIBUTION)
  distribution!: SentimentCountsResponse;

  @ApiProperty(SHARE)
  share!: SentimentSharesResponse;
}

export class SentimentTimelineResponse extends BucketedResponse {
  @Field('In order and without gaps: a bucket without calls has zeros.', { type: [SentimentBucketResponse] })
  buckets!: SentimentBucketResponse[];
}
