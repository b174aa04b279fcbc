import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { AlertCountsResponse } from '../rules/alert-counts.response.js';

export class ClientAlertCounts {
  @ApiProperty({ example: 'acme-dental' })
  client_id!: string;

  @NullableField(AlertCountsResponse, { description: 'Null where the store does not answer.' })
  alerts!: AlertCountsResponse | null;
}

export class AlertCountsOfClients {
  @Field('Open alerts of all clients whose store answers.', { type: 'integer', minimum: 0, example: 4 })
  open_count!: number;

  @Field('Whether the store of each client answers.')
  is_complete!: boolean;

  @Field('The clients for which you have a role.', { type: [ClientAlertCounts] })
  items!: ClientAlertCounts[];
}
