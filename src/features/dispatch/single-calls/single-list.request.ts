import { FilterField, IdentifierField } from '../../../core/http/fields/field-kinds.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { CursorField, PageSize } from '../../../core/http/fields/page-fields.js';
import { SINGLE_STATUSES, type SingleStatus } from './single-dispatch.response.js';

const DEFAULT_PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 200;

export class SingleListRequest extends ClientChoice {
  @PageSize(MAX_PAGE_SIZE, DEFAULT_PAGE_SIZE)
  page_size: number = DEFAULT_PAGE_SIZE;

  @CursorField('next_cursor')
  cursor?: string;

  @IdentifierField({ optional: true })
  project_id?: string;

  @FilterField(SINGLE_STATUSES, { optional: true })
  status?: SingleStatus;
}
