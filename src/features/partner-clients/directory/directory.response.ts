import { ApiProperty } from '@nestjs/swagger';
import { Field } from '../../../core/http/fields/field.decorators.js';
import { CountField, CountResponse } from '../rules/count.response.js';
import { CLIENT_STATUSES, type ClientStatus } from './directory.policy.js';

/** One card of the directory. */
export class PartnerClientEntry {
  @ApiProperty({ example: 'acme-dental' })
  client_id!: string;

  @ApiProperty({ example: 'Acme Dental Group' })
  business_name!: string;

  @Field('`provisioning`: it has no data route yet. `suspended`: its people and keys are refused.', {
    enum: CLIENT_STATUSES,
  })
  status!: ClientStatus;

  @CountField('Projects that you can see and that are not archived.')
  projects!: CountResponse;

  @CountField('How many of them have a draft.')
  draft_count!: CountResponse;

  @CountField('Support tickets that you see and that are new, open or pending.')
  open_support_count!: CountResponse;
}

export class PartnerClientsResponse {
  @Field('By business name, at most 1,000.', { type: [PartnerClientEntry] })
  items!: readonly PartnerClientEntry[];

  @Field('When it was read.', { format: 'date-time' })
  as_of_utc!: string;
}
