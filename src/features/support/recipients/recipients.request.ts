import { StringField, UuidField } from '../../../core/http/fields/field-kinds.js';
import { TicketParams } from '../lookup/ticket-id.request.js';

export class RecipientParams extends TicketParams {
  @StringField({ description: 'The recipient.', example: '7d1b9c5e-3b52-4f5e-8f0f-2d6a1c0b9e77' })
  recipient_id!: string;
}

/** Exactly one of the two. */
export class RecipientRequest {
  @UuidField({ description: 'A person with a role for the client.', optional: true })
  user_id?: string;

  @UuidField({ description: 'A verified address of your party.', optional: true })
  address_id?: string;
}
