import { ApiProperty } from '@nestjs/swagger';

/** A secret as every caller but the runtime sees it. */
export class SecretResponse {
  @ApiProperty({ example: 'CRM_API_KEY' })
  secret_name!: string;

  @ApiProperty({
    example: '****2a7e',
    description: 'The last four characters of a value of twelve or more, else none.',
  })
  reference_preview!: string;

  @ApiProperty({ type: 'integer', example: 1, description: 'Counts rotations from 1 on.' })
  version!: number;

  @ApiProperty({ format: 'date-time' })
  created_at!: string;

  @ApiProperty({
    description: 'Identifier of a person, a key or a process.',
    example: '01933a5c-7c1e-7b7a-9a51-3a1f0c2b4d5e',
  })
  created_by!: string;

  @ApiProperty({ format: 'date-time' })
  updated_at!: string;

  @ApiProperty({
    description: 'Who set the value that counts.',
    example: '01933a5c-7c1e-7b7a-9a51-3a1f0c2b4d5e',
  })
  updated_by!: string;
}

/** GET /v1/projects/{project_id}/secrets. */
export class SecretListResponse {
  @ApiProperty({ type: [SecretResponse], description: 'By name.' })
  items!: SecretResponse[];
}

/** DELETE /v1/projects/{project_id}/secrets/{secret_name}. */
export class DeletedSecretResponse {
  @ApiProperty({ example: 'CRM_API_KEY' })
  secret_name!: string;

  @ApiProperty({ format: 'date-time' })
  deleted_at!: string;
}
