import { ApiProperty } from '@nestjs/swagger';
import { Field } from '../../../../core/http/fields/field.decorators.js';

export const READINESS_STATES = ['ready', 'unavailable'] as const;

export class AttachmentTypeResponse {
  @ApiProperty({ example: 'image/jpeg' })
  type!: string;

  @Field('Extensions of file names of this type, without a dot.', {
    type: [String],
    example: ['jpg', 'jpeg'],
  })
  extensions!: readonly string[];
}

export class AttachmentReadinessResponse {
  @Field('unavailable: no file is accepted now, because it could not be scanned.', {
    enum: READINESS_STATES,
    example: 'ready',
  })
  state!: (typeof READINESS_STATES)[number];

  @Field('The largest file.', { type: 'integer', example: 26_214_400 })
  max_bytes!: number;

  @Field('The types that are accepted.', { type: [AttachmentTypeResponse] })
  types!: readonly AttachmentTypeResponse[];
}
