import { StringField } from '../../../core/http/fields/field-kinds.js';

/** The path of a route about one ticket. A malformed id is answered like an unknown one: 404. */
export class TicketParams {
  @StringField({ description: 'The ticket.', example: '5b6f8a52-1d6e-4a4a-9c39-6f0a2d7b8e11' })
  ticket_id!: string;
}
