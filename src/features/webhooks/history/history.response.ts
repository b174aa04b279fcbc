import { ApiProperty } from '@nestjs/swagger';
import { Field, OptionalField } from '../../../core/http/fields/field.decorators.js';
import { DeliveryRecord } from '../rules/delivery.response.js';

export class HistoryWindow {
  @ApiProperty({ type: 'integer', example: 30 })
  days!: number;

  @ApiProperty({ format: 'date-time' })
  from_utc!: string;

  @ApiProperty({ format: 'date-time' })
  to_utc!: string;
}

export class DeliveryHistoryResponse {
  @Field('Latest first.', { type: [DeliveryRecord] })
  items!: DeliveryRecord[];

  @ApiProperty({ type: HistoryWindow })
  window!: HistoryWindow;

  @OptionalField('Only if there are more.')
  next_cursor?: string;
}
