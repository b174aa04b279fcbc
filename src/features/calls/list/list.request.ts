import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import { OptionalField } from '../../../core/http/field.decorators.js';
import { OneOf, OneOfOr } from '../../../core/http/known-value.js';
import { WholeNumber } from '../../../core/http/whole-number.js';
import { CallFilterRequest } from '../filter/call-filter.request.js';
import { DEFAULT_ORDER, SORT_KEYS, SORT_ORDERS, type SortKey, type SortOrder } from './list-order.policy.js';

const DEFAULT_PAGE_SIZE = 20;
/** As in other lists of this kind (calls 5.1). */
const MAX_PAGE_SIZE = 100;

/** Query of GET /v1/calls/list. */
export class CallListRequest extends CallFilterRequest {
  @OptionalField('Pages by number; the further back, the slower. Not together with `cursor`.', {
    type: 'integer',
    minimum: 1,
    default: 1,
  })
  @WholeNumber()
  @Min(1)
  // Last in the list is asked first, and the first complaint is the one that is answered.
  @IsInt()
  page: number = 1;

  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE, default: DEFAULT_PAGE_SIZE })
  @WholeNumber()
  @Min(1)
  @Max(MAX_PAGE_SIZE)
  @IsInt()
  page_size: number = DEFAULT_PAGE_SIZE;

  @OptionalField('Anything else counts as the default. Equal calls go by start, then by call_id.', {
    enum: SORT_KEYS,
    default: DEFAULT_ORDER.key,
  })
  @OneOfOr(SORT_KEYS, DEFAULT_ORDER.key)
  @IsString()
  sort_by: SortKey = DEFAULT_ORDER.key;

  @OptionalField('Anything but asc counts as desc.', { enum: SORT_ORDERS, default: DEFAULT_ORDER.direction })
  @OneOfOr(SORT_ORDERS, DEFAULT_ORDER.direction)
  @IsString()
  sort_order: SortOrder = DEFAULT_ORDER.direction;

  @OptionalField(
    'The `next_cursor` of the page before, to go on from there at the same speed at any depth; page_size may ' +
      'change on the way, filter and order may not.',
  )
  @IsOptional()
  @IsString()
  cursor?: string;

  @OptionalField('With false nothing is counted, and total_records and total_pages are null.', {
    type: Boolean,
    default: true,
  })
  @IsOptional()
  @OneOf(['true', 'false'], 'must be true or false')
  @IsString()
  include_total?: 'true' | 'false';
}
