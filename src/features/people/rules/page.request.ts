import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { PageNumber, PageSize } from '../../../core/http/fields/page-fields.js';

const DEFAULT_PAGE_SIZE = 20;
const MAX_PAGE_SIZE = 100;

/** Query of the lists of people and of invitations. */
export class PeoplePageQuery extends ClientChoice {
  @PageNumber()
  page: number = 1;

  @PageSize(MAX_PAGE_SIZE, DEFAULT_PAGE_SIZE)
  page_size: number = DEFAULT_PAGE_SIZE;
}
