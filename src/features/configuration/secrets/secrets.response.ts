import { ApiProperty } from '@nestjs/swagger';
import { Field } from '../../../core/http/fields/field.decorators.js';

/** A secret in the form for every caller except the runtime. */
export class SecretResponse {
  @ApiProperty({ example: 'CRM_API_KEY' })
  secret_name!: string;

  @Field('The last four characters of a value of twelve or more, else none.', { example: '****2a7e' })
  reference_preview!: string;

  @Field('Counts rotations, from 1.', { type: 'integer', example: 1 })
  version!: number;

  @ApiProperty({ format: 'date-time' })
  created_at!: string;

  @Field('Identifier of a person, a key or a process.', { example: '01933a5c-7c1e-7b7a-9a51-3a1f0c2b4d5e' })
  created_by!: string;

  @ApiProperty({ format: 'date-time' })
  updated_at!: string;

  @Field('The person who set the current value.', { example: '01933a5c-7c1e-7b7a-9a51-3a1f0c2b4d5e' })
  updated_by!: string;
}

export class SecretListResponse {
  @Field('By name.', { type: [SecretResponse] })
  items!: SecretResponse[];
}

export class DeletedSecretResponse {
  @ApiProperty({ example: 'CRM_API_KEY' })
  secret_name!: string;

  @ApiProperty({ format: 'date-time' })
  deleted_at!: string;
}
