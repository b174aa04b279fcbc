import { ApiProperty } from '@nestjs/swagger';
import { Field } from '../../../../core/http/fields/field.decorators.js';

export class AttachmentPartResponse {
  @ApiProperty({ format: 'uuid', example: '7d1f0c52-0b8e-4f0e-9f43-5f3f4a6f2c10' })
  attachment_id!: string;

  @ApiProperty({ type: 'integer', minimum: 1, maximum: 5, example: 1 })
  part!: number;

  @ApiProperty({ type: 'integer', minimum: 1, example: 5_242_880 })
  bytes!: number;

  @Field('The numbers of all parts that have arrived.', { type: [Number], example: [1] })
  parts_received!: readonly number[];
}
