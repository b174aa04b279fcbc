import { StringField } from '../../../../core/http/fields/field-kinds.js';
import { TicketParams } from '../../lookup/ticket-id.request.js';

/** A malformed id is answered like an unknown one: 404. */
export class AttachmentParams extends TicketParams {
  @StringField({ description: 'The attachment.', format: 'uuid' })
  attachment_id!: string;
}
