import { ApiProperty } from '@nestjs/swagger';
import { Field } from '../../../../core/http/fields/field.decorators.js';

export class AttachmentSessionResponse {
  @ApiProperty({ format: 'uuid', example: '7d1f0c52-0b8e-4f0e-9f43-5f3f4a6f2c10' })
  attachment_id!: string;

  @Field('The size of every part but the last one.', { type: 'integer', example: 5_242_880 })
  part_bytes!: number;

  @Field('Finalise it by then, or it fails.', { format: 'date-time', example: '2026-10-31T05:12:09.000Z' })
  expires_at_utc!: string;
}
