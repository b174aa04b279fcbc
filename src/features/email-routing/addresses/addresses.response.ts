import { ApiProperty } from '@nestjs/swagger';
import { Field } from '../../../core/http/fields/field.decorators.js';
import { AddressResponse } from '../lookup/address.response.js';
import { TOPICS, type Topic } from '../rules/topics.policy.js';

export class AddressesResponse {
  @Field('Your own addresses of the client: of the customer, or of your organisation. Oldest first.', {
    type: [AddressResponse],
  })
  items!: readonly AddressResponse[];

  @Field('The topics that your addresses may have.', { enum: TOPICS, isArray: true, example: ['people'] })
  topics!: readonly Topic[];
}

export class DeletedAddressResponse {
  @ApiProperty({ format: 'uuid' })
  address_id!: string;

  @ApiProperty({ enum: [true] })
  deleted!: true;
}
