import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';

const ROLES = ['billing_contact'] as const;
const SOURCES = ['provider'] as const;

class RecipientBase {
  @ApiProperty({ example: 'billing-contact' })
  recipient_id!: string;

  @ApiProperty({ enum: ROLES })
  role!: (typeof ROLES)[number];

  @Field('The system that stores the address.', { enum: SOURCES })
  source!: (typeof SOURCES)[number];
}

/** A recipient of invoices (billing 10.1). */
export class MaskedRecipient extends RecipientBase {
  @ApiProperty({ example: 'j***@e***.com' })
  email_masked!: string;

  @NullableField(String, { example: 'J***' })
  name_masked!: string | null;
}

export class UnmaskedRecipient extends RecipientBase {
  @ApiProperty({ example: 'jane.citizen@example.com' })
  email!: string;

  @NullableField(String, { example: 'Jane Citizen' })
  name!: string | null;
}

export class MaskedRecipientsResponse {
  @ApiProperty({ type: [MaskedRecipient] })
  recipients!: MaskedRecipient[];
}

export class UnmaskedRecipientsResponse {
  @ApiProperty({ type: [UnmaskedRecipient] })
  recipients!: UnmaskedRecipient[];
}
