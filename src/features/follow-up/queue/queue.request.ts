import { EnumField, FilterTextField, IdentifierField } from '../../../core/http/fields/field-kinds.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { PageNumber, PageSize } from '../../../core/http/fields/page-fields.js';
import { FOLLOW_UP_STATES, type FollowUpState } from '../rules/words.js';

const DEFAULT_PAGE_SIZE = 50;
/** The same as in the list of calls (calls 5.1). */
const MAX_PAGE_SIZE = 100;

export class FollowUpQueueRequest extends ClientChoice {
  @EnumField(FOLLOW_UP_STATES, { default: 'open', optional: true })
  state: FollowUpState = 'open';

  @IdentifierField({ description: 'The user_id of the owner.', optional: true })
  owner?: string;

  @FilterTextField((value) => /^\P{Cc}{1,40}$/u.test(value), 'must be 1 to 40 characters', {
    description: 'A tag; case makes no difference.',
    example: 'quote',
    optional: true,
  })
  tag?: string;

  @IdentifierField({ description: 'One project; without it every project the caller sees.', optional: true })
  project_id?: string;

  @PageNumber()
  page: number = 1;

  @PageSize(MAX_PAGE_SIZE, DEFAULT_PAGE_SIZE)
  page_size: number = DEFAULT_PAGE_SIZE;
}
