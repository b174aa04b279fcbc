import { Field, OptionalField } from '../../../core/http/fields/field.decorators.js';
import { UnlockResponse } from '../rules/unlock.response.js';

export class UnlockQueueResponse {
  @Field('Newest first.', { type: [UnlockResponse] })
  items!: UnlockResponse[];

  @OptionalField('For the next page; absent on the last one.', { type: String })
  next_cursor?: string;
}
