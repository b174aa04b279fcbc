import { Field, OptionalField } from '../../../core/http/fields/field.decorators.js';
import { CallerRequestItem } from '../rules/caller-request.response.js';

export class CallerRequestListResponse {
  @Field('Latest received first, then by id, descending.', { type: [CallerRequestItem] })
  items!: CallerRequestItem[];

  @OptionalField('Only if there are more.')
  next_cursor?: string;
}
