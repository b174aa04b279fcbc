import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, IsString, Max, Min } from 'class-validator';
import { IfSent } from '../../../core/http/if-sent.js';
import { WholeNumber } from '../../../core/http/whole-number.js';
import { CallerRequestFilter } from '../filter/list-filter.request.js';

const DEFAULT_PAGE_SIZE = 20;
/** The contract's (caller-requests 7.1). */
const MAX_PAGE_SIZE = 50;

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
