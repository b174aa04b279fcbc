import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { DELIVERY_STATUSES, EVENT_TYPES, FAILURE_CODES, TRANSCRIPT_MODES } from './vocabulary.js';
import type { DeliveryStatus, EventType, FailureCode, TranscriptMode } from './vocabulary.js';

const instant = (description?: string) =>
  ApiProperty({
    ...(description !== undefined && { description }),
    type: String,
    format: 'date-time',
    nullable: true,
    example: null,
  });

/** The visible part of a delivery (webhooks 8.3): neither its body nor the response. */
export class DeliveryRecord {
  @ApiProperty({ format: 'uuid' })
  delivery_id!: string;

  @Field('`id` of its body; stays over redeliveries.', { format: 'uuid' })
  event_id!: string;

  @ApiProperty({ format: 'uuid' })
  webhook_id!: string;

  @ApiProperty({ example: 'acme-dental-front-desk-k3vq72' })
  project_id!: string;

  @ApiProperty({ enum: EVENT_TYPES, example: 'call_ended' })
  event_type!: EventType;

  @ApiProperty({ example: false })
  is_test!: boolean;

  @ApiProperty({ enum: DELIVERY_STATUSES, example: 'succeeded' })
  status!: DeliveryStatus;

  @ApiProperty({ type: 'integer', example: 1 })
  attempt_count!: number;

  @ApiProperty({ type: 'integer', example: 4 })
  max_attempts!: number;

  @ApiProperty({ format: 'date-time' })
  created_at_utc!: string;

  @instant()
  first_attempt_at_utc!: string | null;

  @instant()
  last_attempt_at_utc!: string | null;

  @instant('Null unless another attempt follows.')
  next_attempt_at_utc!: string | null;

  @NullableField('integer', { description: 'The status of the last answer.', example: 204 })
  response_status_code!: number | null;

  @NullableField('integer', { description: 'The duration of the last attempt.', example: 87 })
  duration_ms!: number | null;

  @Field('The failure of the last attempt.', { enum: FAILURE_CODES, nullable: true, example: null })
  failure_code!: FailureCode | null;

  @Field('Host and port of the address; the rest is not stored.', { example: 'hooks.example.com' })
  endpoint_host!: string;

  @Field('The form of the transcript in the body.', { enum: TRANSCRIPT_MODES, example: 'none' })
  transcript_mode!: TranscriptMode;

  @NullableField(String, { format: 'uuid', description: 'The delivery that it repeats.', example: null })
  redelivery_of!: string | null;
}
