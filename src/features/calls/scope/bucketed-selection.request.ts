import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString } from 'class-validator';
import { DEFAULT_GRANULARITY, GRANULARITIES, MAX_DAYS_OF_HOURS } from './buckets.policy.js';
import { CallSelection } from './call-selection.request.js';

/** The calls of an analytics route that answers piece by piece, and how long the pieces are. */
export class BucketedSelection extends CallSelection {
  @ApiPropertyOptional({
    enum: GRANULARITIES,
    default: DEFAULT_GRANULARITY,
    description: `Length of a bucket; weeks begin on Monday, hours are for at most ${MAX_DAYS_OF_HOURS} days.`,
  })
  // Read by readGranularity, which answers 400 validation_failed for unknown words.
  @IsOptional()
  @IsString()
  granularity?: string;
}
