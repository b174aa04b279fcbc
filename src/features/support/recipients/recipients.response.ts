import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { TicketPerson } from '../lookup/ticket.response.js';

const RECIPIENT_ID = { format: 'uuid', example: '7d1b9c5e-3b52-4f5e-8f0f-2d6a1c0b9e77' } as const;

export class RecipientAddress {
  @ApiProperty({ format: 'uuid', example: 'b3b0c1de-6a0e-4a8f-9d53-5a4cf2f3d7a1' })
  address_id!: string;

  @NullableField(String, { example: 'Service desk', description: 'Only for an address of your party.' })
  label!: string | null;

  @NullableField(String, { example: 's***@example.com', description: 'Only for an address of your party.' })
  email_masked!: string | null;
}

export class SavedRecipient {
  @ApiProperty(RECIPIENT_ID)
  recipient_id!: string;
}

export class Recipient extends SavedRecipient {
  @NullableField(TicketPerson, { description: 'Null for an address.' })
  person!: TicketPerson | null;

  @NullableField(RecipientAddress, { description: 'Null for a person.' })
  address!: RecipientAddress | null;

  @ApiProperty({ format: 'date-time', example: '2026-10-31T04:12:09.000Z' })
  added_at_utc!: string;

  @ApiProperty({ type: TicketPerson })
  added_by!: TicketPerson;
}

export class RecipientsResponse {
  @Field('In the order in which they were added.', { type: [Recipient] })
  items!: Recipient[];
}
