import {
  QueryBooleanField,
  QueryIntegerField,
  SortField,
  StringField,
} from '../../../core/http/fields/field-kinds.js';
import { CallFilterRequest } from '../filter/call-filter.request.js';
import { DEFAULT_ORDER, SORT_KEYS, SORT_ORDERS, type SortKey, type SortOrder } from './list-order.policy.js';

const DEFAULT_PAGE_SIZE = 20;
/** As in similar lists (calls 5.1). */
const MAX_PAGE_SIZE = 100;

export class CallListRequest extends CallFilterRequest {
  @QueryIntegerField(1, null, {
    description: 'Pages by number; later pages are slower. Not together with `cursor`.',
    default: 1,
    optional: true,
  })
  page: number = 1;

  @QueryIntegerField(1, MAX_PAGE_SIZE, { default: DEFAULT_PAGE_SIZE, optional: true })
  page_size: number = DEFAULT_PAGE_SIZE;

  @SortField(SORT_KEYS, DEFAULT_ORDER.key, {
    description: 'Anything else counts as the default. Ties are ordered by start, then by call_id.',
    default: DEFAULT_ORDER.key,
  })
  sort_by: SortKey = DEFAULT_ORDER.key;

  @SortField(SORT_ORDERS, DEFAULT_ORDER.direction, {
    description: 'Anything but asc counts as desc.',
    default: DEFAULT_ORDER.direction,
  })
  sort_order: SortOrder = DEFAULT_ORDER.direction;

  @StringField({
    description:
      'The `next_cursor` of the previous page, which is equally fast at any depth; page_size may change, ' +
      'filter and order may not.',
    optional: true,
  })
  cursor?: string;

  @QueryBooleanField({
    description: 'If false, nothing is counted, and total_records and total_pages are null.',
    default: true,
    optional: true,
  })
  include_total?: 'true' | 'false';
}
