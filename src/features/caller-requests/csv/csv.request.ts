import { OptionalField } from '../../../core/http/field.decorators.js';
import { IfSent } from '../../../core/http/if-sent.js';
import { OneOf } from '../../../core/http/known-value.js';
import { CallerRequestFilter } from '../filter/list-filter.request.js';

/** Query of GET /v1/compliance/caller-requests/csv (caller-requests 7.6). */
export class CallerRequestCsvRequest extends CallerRequestFilter {
  @OptionalField('Begins the file with a byte order mark, by which Excel reads it as UTF-8.', {
    type: Boolean,
    default: false,
  })
  @IfSent()
  @OneOf(['true', 'false'])
  bom?: 'true' | 'false';
}
