import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { WEBHOOK_NUMBERS, type NumberName } from '../rules/webhook-numbers.js';
import { DISABLED_REASONS, EVENT_TYPES, TRANSCRIPT_MODES, WEBHOOK_STATUSES } from '../rules/vocabulary.js';
import type { DisabledReason, EventType, TranscriptMode, WebhookStatus } from '../rules/vocabulary.js';

const instant = (description: string) =>
  ApiProperty({ description, type: String, format: 'date-time', nullable: true, example: null });

const NumberField = (name: NumberName) => {
  const { least: minimum, most: maximum, default: example } = WEBHOOK_NUMBERS[name];
  return ApiProperty({ type: 'integer', minimum, maximum, example });
};

/** A delivery that waits for its next attempt. */
class NextAttempt {
  @ApiProperty({ format: 'uuid', example: '01a2037c-eda7-7169-822a-a97f16325f28' })
  delivery_id!: string;

  @ApiProperty({ enum: EVENT_TYPES, example: 'call_ended' })
  event_type!: EventType;

  @Field('1: the first attempt.', { type: 'integer', example: 2 })
  attempt_number!: number;

  @Field('When it is due; if in the past, it is about to be sent.', {
    format: 'date-time',
    example: '2026-11-20T01:05:00.000Z',
  })
  due_at_utc!: string;
}

/** The waiting deliveries of a webhook (webhooks 2.12). */
class NextAttempts {
  @Field('Deliveries that have not ended; 1000 means 1000 or more.', {
    type: 'integer',
    maximum: 1000,
    example: 3,
  })
  waiting_count!: number;

  @ApiProperty({
    type: [NextAttempt],
    maxItems: 5,
    description: 'The next ones, earliest first.',
    // Lists are nested too deep for an example generated from the class.
    example: [
      {
        delivery_id: '01a2037c-eda7-7169-822a-a97f16325f28',
        event_type: 'call_ended',
        attempt_number: 2,
        due_at_utc: '2026-11-20T01:05:00.000Z',
      },
    ],
  })
  items!: NextAttempt[];
}

/** A webhook (webhooks 2.3), without its secret. */
export class WebhookRecord {
  @ApiProperty({ format: 'uuid' })
  webhook_id!: string;

  @ApiProperty({ example: 'acme-dental-front-desk-k3vq72' })
  project_id!: string;

  @ApiProperty({ example: 'https://hooks.example.com/calls' })
  endpoint_url!: string;

  @ApiProperty({ enum: EVENT_TYPES, isArray: true, example: ['call_ended'] })
  event_types!: EventType[];

  @ApiProperty({ enum: TRANSCRIPT_MODES, example: 'redacted' })
  transcript_to_send!: TranscriptMode;

  @NumberField('timeout_seconds')
  timeout_seconds!: number;

  @NumberField('retry_attempts')
  retry_attempts!: number;

  @NumberField('retry_backoff_seconds')
  retry_backoff_seconds!: number;

  @Field('`degraded`: its receiver fails, and deliveries continue. `disabled`: nothing is delivered.', {
    enum: WEBHOOK_STATUSES,
    example: 'active',
  })
  status!: WebhookStatus;

  @Field('`by_owner`: switched off; `gone`: the receiver answered 410; `failing`: it failed for too long.', {
    enum: DISABLED_REASONS,
    nullable: true,
    example: null,
  })
  disabled_reason!: DisabledReason | null;

  @Field('Failed deliveries in a row.', { type: 'integer', example: 0 })
  consecutive_failures!: number;

  @instant('When a delivery last succeeded; at most a minute late.')
  last_success_at_utc!: string | null;

  @instant('When an attempt last failed; at most a minute late.')
  last_failure_at_utc!: string | null;

  @Field('The waiting deliveries of the webhook, and the times of their next attempts.', {
    type: NextAttempts,
  })
  next_attempts!: NextAttempts;

  @Field('When the secret was created.', { format: 'date-time' })
  secret_last_rotated_at_utc!: string;

  @instant('Until when deliveries are signed with the previous secret as well.')
  previous_secret_expires_at_utc!: string | null;

  @ApiProperty({ format: 'date-time' })
  created_at_utc!: string;

  @Field('When it was last changed.', { format: 'date-time' })
  updated_at_utc!: string;

  @Field('The person who changed it then, by user id, or the key, by key id.', {
    example: '01a1fc1b-628c-7fa9-95cc-33a6952135bb',
  })
  updated_by!: string;

  @Field('The guard for changes; also the ETag.', { example: 'r3-9f0c1f5d2b7a4e68' })
  revision_hash!: string;
}

export class WebhookListResponse {
  @Field('Oldest first; at most 20.', { type: [WebhookRecord] })
  items!: WebhookRecord[];

  @Field('A hash of all of them: the guard for creating one; also the ETag.', {
    example: '9f0c1f5d2b7a4e689f0c1f5d',
  })
  revision_hash!: string;
}

/** The webhooks of all projects that the caller may see. */
export class ClientWebhooksResponse {
  @Field('Oldest first; at most 1000.', { type: [WebhookRecord] })
  items!: WebhookRecord[];
}

/** A webhook with a new secret; the only response that contains it (webhooks 4.1). */
export class NewWebhookResponse extends WebhookRecord {
  @NullableField(String, {
    description: 'The signing secret, shown only this once; null in a replay.',
    example: 'whsec_(43 characters)',
  })
  secret!: string | null;

  @Field('False in a replay of an idempotency key.', { example: true })
  secret_available!: boolean;
}

export class DeletedWebhookResponse {
  @ApiProperty({ format: 'uuid' })
  webhook_id!: string;

  @ApiProperty({ format: 'date-time' })
  deleted_at_utc!: string;
}
