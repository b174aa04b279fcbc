import { IsInt, Max, Min } from 'class-validator';
import { OptionalField } from '../../../core/http/field.decorators.js';
import { WholeNumber } from '../../../core/http/whole-number.js';
import { ProjectRangeRequest } from '../filter/call-filter.request.js';

/** Query of GET /v1/calls/dashboard/privacy-aggregates. */
export class PrivacyAggregatesRequest extends ProjectRangeRequest {
  @OptionalField('How many recent calls.', { type: 'integer', minimum: 1, maximum: 10, default: 5 })
  @WholeNumber()
  @Min(1)
  @Max(10)
  // Last in the list is asked first, and the first complaint is the one that is answered.
  @IsInt()
  recent_limit: number = 5;
}
