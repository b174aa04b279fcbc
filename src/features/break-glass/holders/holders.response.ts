import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';

/** A person who may sign in without a directory. */
export class HolderResponse {
  @ApiProperty({ format: 'uuid' })
  user_id!: string;

  @ApiProperty({ example: 'Mei Tanaka' })
  display_name!: string;

  @Field('False: no longer an active administrator, and so no way back.', { example: true })
  active!: boolean;

  @NullableField(String, {
    description: 'When the person last proved the passkey; null: never.',
    format: 'date-time',
    example: '2026-11-20T10:15:00.000Z',
  })
  proved_at_utc!: string | null;

  @Field(
    'Whether the person counts as a way back: active, with a passkey that was proved in the last 30 days.',
    {
      example: true,
    },
  )
  counts!: boolean;

  @ApiProperty({ format: 'date-time', example: '2026-11-18T09:00:00.000Z' })
  added_at_utc!: string;

  @Field('The user id of the person who added the holder.', {
    example: '01a1fc1b-628c-7fa9-95cc-33a6952135bb',
  })
  added_by!: string;
}

/** A person who may become a holder. */
export class AdministratorResponse {
  @ApiProperty({ format: 'uuid' })
  user_id!: string;

  @ApiProperty({ example: 'Mei Tanaka' })
  display_name!: string;
}

/** GET and PUT /v1/security/break-glass/holders. */
export class HoldersResponse {
  @Field('By name.', { type: [HolderResponse] })
  holders!: HolderResponse[];

  @Field('The active administrators of the client, of whom you may choose, by name.', {
    type: [AdministratorResponse],
  })
  administrators!: AdministratorResponse[];

  @Field('How many of them count as a way back.', { type: 'integer', example: 2 })
  proved_count!: number;

  @Field('For If-Match; also in the header ETag.', { example: '5f0c1b7e9a2d4c6e8b1a3f57' })
  etag!: string;
}
