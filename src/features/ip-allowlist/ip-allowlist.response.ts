import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../core/http/fields/field.decorators.js';
import { DATA_ENVS, type DataEnv } from '../../core/shared/auth-context.js';

export class AllowedNetworkResponse {
  @ApiProperty({ example: '203.0.113.0/24' })
  network!: string;

  @ApiProperty({ example: 'Office in Sydney' })
  label!: string;
}

/** GET and PUT /v1/security/ip-allowlist. */
export class IpAllowlistResponse {
  @ApiProperty({ example: 'acme-dental' })
  client_id!: string;

  @ApiProperty({ enum: DATA_ENVS, example: 'prod' })
  data_env!: DataEnv;

  @Field('Sorted by network; none: every address is allowed.', { type: [AllowedNetworkResponse] })
  entries!: AllowedNetworkResponse[];

  @Field('The address of this request, as the list sees it.', { example: '203.0.113.77' })
  caller_address!: string;

  @Field('For If-Match; also in the header ETag.', { example: '5f0c1b7e9a2d4c6e8b1a3f57' })
  etag!: string;

  @NullableField(String, {
    description: 'When it was last saved; null: an empty list, or one of an operator.',
    format: 'date-time',
    example: '2026-11-20T10:15:00.000Z',
  })
  updated_at_utc!: string | null;

  @NullableField(String, {
    description: 'The user id of the person who saved it then.',
    example: '01a1fc1b-628c-7fa9-95cc-33a6952135bb',
  })
  updated_by!: string | null;
}
