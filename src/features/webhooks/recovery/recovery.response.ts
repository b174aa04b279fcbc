import { ApiProperty } from '@nestjs/swagger';
import { Field } from '../../../core/http/fields/field.decorators.js';

export class RecoveryResponse {
  @ApiProperty({ format: 'uuid' })
  webhook_id!: string;

  @ApiProperty({ format: 'date-time' })
  since_utc!: string;

  @ApiProperty({ format: 'date-time' })
  until_utc!: string;

  @Field('Whether events were only counted.', { example: true })
  preview!: boolean;

  @Field('Events that are sent, or would be.', { type: 'integer', example: 42 })
  count!: number;

  @Field('Whether there are more events than one request recovers: repeat the request for the rest.', {
    example: false,
  })
  has_more!: boolean;
}
