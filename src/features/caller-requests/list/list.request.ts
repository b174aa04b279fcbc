import { CursorField, PageSize } from '../../../core/http/fields/page-fields.js';
import { CallerRequestFilter } from '../filter/list-filter.request.js';

const DEFAULT_PAGE_SIZE = 20;
/** The contract's maximum (caller-requests 7.1). */
const MAX_PAGE_SIZE = 50;

export class CallerRequestListRequest extends CallerRequestFilter {
  @PageSize(MAX_PAGE_SIZE, DEFAULT_PAGE_SIZE)
  page_size: number = DEFAULT_PAGE_SIZE;

  @CursorField('next_cursor')
  cursor?: string;
}
