import { IdentifierField } from '../../../core/http/fields/field-kinds.js';
import { PageNumber, PageSize } from '../../../core/http/fields/page-fields.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';

const DEFAULT_PAGE_SIZE = 20;
/** As in other lists for people (requests 7.1). */
const MAX_PAGE_SIZE = 100;

export class ListAlertsRequest extends ClientChoice {
  @IdentifierField({
    description: 'Only alerts of this project, without those of the client as a whole.',
    example: 'acme-dental-front-desk-k3vq72',
    optional: true,
  })
  project_id?: string;

  @PageNumber()
  page: number = 1;

  @PageSize(MAX_PAGE_SIZE, DEFAULT_PAGE_SIZE)
  page_size: number = DEFAULT_PAGE_SIZE;
}
