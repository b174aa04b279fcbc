import { PatternField } from '../../../core/http/fields/field-kinds.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { REFERENCE, REFERENCE_MESSAGE } from '../rules/vocabulary.js';

export class OpenCountRequest extends ClientChoice {
  @PatternField(REFERENCE, REFERENCE_MESSAGE, {
    description: 'Requests about this project, which is not archived.',
    optional: true,
  })
  project_id?: string;
}
