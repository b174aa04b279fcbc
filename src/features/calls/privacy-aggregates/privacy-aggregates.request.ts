import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';
import { ProjectRangeSelection } from '../scope/call-selection.request.js';

/** Query of GET /v1/calls/dashboard/privacy-aggregates. */
export class PrivacyAggregatesRequest extends ProjectRangeSelection {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: 10,
    default: 5,
    description: 'How many recent calls.',
  })
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^\d{1,3}$/.test(value) ? Number(value) : value,
  )
  @Min(1)
  @Max(10)
  // Last in the list is asked first, and the first complaint is the one that is answered.
  @IsInt()
  recent_limit: number = 5;
}
