import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { DOMAIN_STATUSES, type DomainStatus } from '../rules/domain.policy.js';

export class DomainRecord {
  @Field('In lower case and in ASCII.', { example: 'example.com' }) domain!: string;

  @Field(
    '`pending`: its record was not seen yet. `lost`: it was not seen for seven days, so people with its addresses no longer sign in through the connection.',
    { enum: DOMAIN_STATUSES },
  )
  status!: DomainStatus;

  @Field('The name of the TXT record.', { example: '_telephony-sign-in.example.com' })
  record_name!: string;

  @Field('The value of the TXT record.', { example: 'telephony-domain=n3Zq0vXk8sYt2LwB' })
  record_value!: string;

  @NullableField(String, {
    description: 'The connection through which people with its addresses sign in.',
    format: 'uuid',
  })
  connection_id!: string | null;

  @NullableField(String, { description: 'When it was last looked up.', format: 'date-time' })
  checked_at_utc!: string | null;

  @NullableField(String, { description: 'When its record was last seen.', format: 'date-time' })
  last_found_at_utc!: string | null;
}

export class DomainsResponse {
  @Field('Sorted by domain.', { type: [DomainRecord] })
  items!: DomainRecord[];
}

export class RemovedDomainResponse {
  @ApiProperty({ example: 'example.com' }) domain!: string;
  @ApiProperty({ format: 'date-time' }) removed_at_utc!: string;
}
