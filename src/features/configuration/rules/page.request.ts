import { QueryIntegerField } from '../../../core/http/fields/field-kinds.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';

const MAX_PAGE_SIZE = 100;

/** The page of a list of a project (requests 7.1). */
export class PageRequest extends ClientChoice {
  @QueryIntegerField(1, null, { default: 1, optional: true })
  page = 1;

  @QueryIntegerField(1, MAX_PAGE_SIZE, { default: 20, optional: true })
  page_size = 20;
}
