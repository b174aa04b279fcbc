import { FilterField, PatternField } from '../../../core/http/fields/field-kinds.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { DUE_STATES, REFERENCE, REFERENCE_MESSAGE, REQUEST_TYPES, STATUSES } from '../rules/vocabulary.js';
import type { CallerRequestStatus, DueState, RequestType } from '../rules/vocabulary.js';

export class CallerRequestFilter extends ClientChoice {
  @FilterField(STATUSES, { optional: true })
  status?: CallerRequestStatus;

  @FilterField(DUE_STATES, { optional: true })
  due_state?: DueState;

  @FilterField(REQUEST_TYPES, { optional: true })
  type?: RequestType;

  @PatternField(REFERENCE, REFERENCE_MESSAGE, {
    description: 'Requests about this project, which is not archived.',
    optional: true,
  })
  project_id?: string;
}
