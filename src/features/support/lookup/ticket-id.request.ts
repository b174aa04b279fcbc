import { StringField } from '../../../core/http/fields/field-kinds.js';

/** The path of a route about one ticket. A malformed id is answered like an unknown one: 404. */
export class TicketParams {
  @StringField({ description: 'The ticket.' })
  ticket_id!: string;
}
