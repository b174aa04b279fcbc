import { ApiProperty } from '@nestjs/swagger';
import { Field } from '../../../core/http/fields/field.decorators.js';

/** A new client, without its sealed values (partner-clients 5.3). */
export class ProvisionedClientResponse {
  @ApiProperty({ example: 'lorikeet-dental' })
  client_id!: string;

  @ApiProperty({ example: 'Lorikeet Dental' })
  business_name!: string;

  @Field('It becomes `active` when an operator has set its data route.', { enum: ['provisioning'] })
  status!: 'provisioning';

  @ApiProperty({ example: 'lorikeet-dental.example' })
  web_domain!: string;

  @Field('IANA.', { example: 'Australia/Sydney' })
  timezone!: string;

  @Field('When it was set up.', { format: 'date-time' })
  created_at_utc!: string;
}
