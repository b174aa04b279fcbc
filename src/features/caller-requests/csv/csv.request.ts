import { QueryBooleanField } from '../../../core/http/fields/field-kinds.js';
import { CallerRequestFilter } from '../filter/list-filter.request.js';

export class CallerRequestCsvRequest extends CallerRequestFilter {
  @QueryBooleanField({
    description: 'Begins the file with a byte order mark, so that Excel reads it as UTF-8.',
    default: false,
    optional: true,
  })
  bom?: 'true' | 'false';
}
