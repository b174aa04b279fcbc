import { ApiProperty } from '@nestjs/swagger';
import { Field } from '../../../core/http/fields/field.decorators.js';

const LINK_STATUSES = ['awaited', 'provisioned', 'deleted'] as const;

export class LinkedPersonResponse {
  @ApiProperty({ format: 'uuid', example: '01a1fc1b-628c-7fa9-95cc-33a6952135bb' })
  user_id!: string;

  @Field('`awaited` until the directory sends the person; `deleted` after it has removed the person.', {
    enum: LINK_STATUSES,
    example: 'awaited',
  })
  status!: (typeof LINK_STATUSES)[number];
}
