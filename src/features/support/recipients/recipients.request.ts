import { StringField, UuidField } from '../../../core/http/fields/field-kinds.js';
import { TicketParams } from '../lookup/ticket-id.request.js';

export class RecipientParams extends TicketParams {
  @StringField({ description: 'The recipient.' })
  recipient_id!: string;
}

/** Exactly one of the two. */
export class RecipientRequest {
  @UuidField({ description: 'A person with a role for the client.', optional: true })
  user_id?: string;

  @UuidField({ description: 'A verified address of your party.', optional: true })
  address_id?: string;
}
