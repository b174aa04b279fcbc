import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { EnumField } from '../../../core/http/fields/field-kinds.js';
import { CursorField, PageSize } from '../../../core/http/fields/page-fields.js';
import { UNLOCK_STATES, type UnlockState } from '../rules/words.js';

const DEFAULT_PAGE_SIZE = 20;
const MAX_PAGE_SIZE = 100;

export class UnlockQueueRequest extends ClientChoice {
  @EnumField(UNLOCK_STATES, { description: 'Only unlocks in this state now.', optional: true })
  state?: UnlockState;

  @PageSize(MAX_PAGE_SIZE, DEFAULT_PAGE_SIZE)
  page_size: number = DEFAULT_PAGE_SIZE;

  @CursorField('next_cursor')
  cursor?: string;
}
