import { Field } from '../../../core/http/fields/field.decorators.js';
import { TicketPerson } from '../lookup/ticket.response.js';

export class SupportPeopleResponse {
  @Field('People who opened a ticket that you see; by name, at most 200.', { type: [TicketPerson] })
  requesters!: TicketPerson[];

  @Field('People to whom you can assign tickets, by name; none if you are not of staff.', {
    type: [TicketPerson],
  })
  assignees!: TicketPerson[];
}
