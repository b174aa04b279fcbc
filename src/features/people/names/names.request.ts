import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { PatternField } from '../../../core/http/fields/field-kinds.js';

const IDS = /^[^,\p{Cc}]{1,128}(,[^,\p{Cc}]{1,128}){0,49}$/u;

export class NamesRequest extends ClientChoice {
  @PatternField(IDS, 'must be 1 to 50 ids separated by commas', {
    description:
      'Values of `updated_by`, `created_by`, `changed_by` and the like, at most 50, with commas between.',
    example: '01a1fc1b-628c-7fa9-95cc-33a6952135bb',
  })
  ids!: string;
}
