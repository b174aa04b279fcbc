import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, IsString, Matches, Max, Min } from 'class-validator';
import { ClientChoice } from '../../../core/http/client-choice.request.js';
import { IfSent } from '../../../core/http/if-sent.js';
import { OneOf } from '../../../core/http/known-value.js';
import { WholeNumber } from '../../../core/http/whole-number.js';
import { DUE_STATES, REFERENCE, REFERENCE_MESSAGE, REQUEST_TYPES, STATUSES } from '../rules/vocabulary.js';
import type { CallerRequestStatus, DueState, RequestType } from '../rules/vocabulary.js';

const DEFAULT_PAGE_SIZE = 20;
/** The contract's (caller-requests 7.1). */
const MAX_PAGE_SIZE = 50;

/** What is asked of a list of requests, and of its file. */
class CallerRequestFilter extends ClientChoice {
  @ApiPropertyOptional({ enum: STATUSES })
  @IfSent()
  @OneOf(STATUSES)
  status?: CallerRequestStatus;

  @ApiPropertyOptional({ enum: DUE_STATES })
  @IfSent()
  @OneOf(DUE_STATES)
  due_state?: DueState;

  @ApiPropertyOptional({ enum: REQUEST_TYPES })
  @IfSent()
  @OneOf(REQUEST_TYPES)
  type?: RequestType;

  @ApiPropertyOptional({ description: 'Requests about this project, which is not archived.' })
  @IfSent()
  @Matches(REFERENCE, { message: REFERENCE_MESSAGE })
  project_id?: string;
}

/** Query of GET /v1/compliance/caller-requests. */
export class CallerRequestListRequest extends CallerRequestFilter {
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE, default: DEFAULT_PAGE_SIZE })
  @WholeNumber()
  @Min(1)
  @Max(MAX_PAGE_SIZE)
  // Last in the list is asked first, and the first complaint is the one that is answered.
  @IsInt({ message: 'must be a whole number' })
  page_size: number = DEFAULT_PAGE_SIZE;

  @ApiPropertyOptional({
    description: 'The next_cursor of the page before; the filter may not change on the way.',
  })
  @IfSent()
  @IsString()
  cursor?: string;
}
