import { Field, OptionalField } from '../../../core/http/fields/field.decorators.js';
import { TicketResponse } from '../lookup/ticket.response.js';

export class TicketSearchResponse {
  @Field('Last changed first.', { type: [TicketResponse] })
  items!: TicketResponse[];

  @OptionalField('For the next page; absent on the last one.', { type: String })
  next_cursor?: string;
}
