import { StringField } from '../../../../core/http/fields/field-kinds.js';
import { TicketParams } from '../../lookup/ticket-id.request.js';

/** A malformed id is answered like an unknown one: 404. */
export class AttachmentParams extends TicketParams {
  @StringField({ description: 'The attachment.', example: '7d1f0c52-0b8e-4f0e-9f43-5f3f4a6f2c10' })
  attachment_id!: string;
}
