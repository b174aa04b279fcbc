import { PatternField } from '../../../core/http/fields/field-kinds.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { REFERENCE, REFERENCE_MESSAGE } from '../rules/vocabulary.js';

/** Query of GET /v1/compliance/caller-requests/open-count. */
export class OpenCountRequest extends ClientChoice {
  @PatternField(REFERENCE, REFERENCE_MESSAGE, {
    description: 'Requests about this project, which is not archived.',
    optional: true,
  })
  project_id?: string;
}
