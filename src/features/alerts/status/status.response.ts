import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { PaginationResponse } from '../../../core/http/paging/pagination.response.js';
import {
  RECEIVER_OFF_REASONS,
  STATUS_DETAILS,
  STATUS_STATES,
  type FailingReceiver,
  type PartStatus,
  type ReceiverOffReason,
  type StatusDetail,
  type StatusState,
} from './status.policy.js';

/** alerts 5.2. */
export class PartStatusResponse {
  @Field('`unknown`: nothing is known about it, which is not the same as `ok`.', { enum: STATUS_STATES })
  state!: StatusState;

  @NullableField(String, { description: 'When the state began, if known.', format: 'date-time' })
  since_utc!: string | null;

  @Field('The reason for the state.', { enum: STATUS_DETAILS })
  detail!: StatusDetail;
}

/** alerts 5.7. */
export class FailingReceiverResponse {
  @NullableField(String, {
    description: 'Host and port of the webhook; null for roles that may not see where events are sent.',
    example: 'hooks.example.com',
  })
  host!: string | null;

  @Field(
    'Why nothing more is sent to it: `gone` (it answered 410) or `failing` (for a day). Null while deliveries are attempted.',
    { enum: RECEIVER_OFF_REASONS, nullable: true, example: 'failing' },
  )
  disabled_reason!: ReceiverOffReason | null;

  @NullableField(String, {
    description:
      'The HTTP status of its last answer, or the `failure_code` of the last attempt without one. Null if no attempt is kept.',
    example: '503',
  })
  last_answer!: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-11-27T03:05:00.000Z' })
  since_utc!: string;
}

/** alerts 5.1. */
export class ProjectStatus {
  @ApiProperty({ example: 'acme-dental-front-desk-k3vq72' })
  project_id!: string;

  @ApiProperty({ example: 'Front desk' })
  display_name!: string;

  @Field('Whether the runtime runs the published version.', {
    type: PartStatusResponse,
    example: { state: 'ok', since_utc: '2026-11-20T03:05:00.000Z', detail: 'runs_published' },
  })
  runtime!: PartStatusResponse;

  @Field('Whether the store of calls and campaigns answers.', {
    type: PartStatusResponse,
    example: { state: 'ok', since_utc: null, detail: 'answers' },
  })
  store!: PartStatusResponse;

  @Field('Whether the receivers of its webhooks accept deliveries.', {
    type: PartStatusResponse,
    example: { state: 'degraded', since_utc: '2026-11-27T03:05:00.000Z', detail: 'receiver_failing' },
  })
  deliveries!: PartStatusResponse;

  @Field('The receivers that fail, those that are off first. Empty if none fails.', {
    type: [FailingReceiverResponse],
  })
  failing_receivers!: readonly FailingReceiverResponse[];

  @Field('Whether the end of its last call was reported on time.', {
    type: PartStatusResponse,
    example: { state: 'ok', since_utc: null, detail: 'on_time' },
  })
  ingest!: PartStatusResponse;

  @NullableField(String, {
    description: 'When its last call ended, of the last seven days.',
    format: 'date-time',
  })
  last_call_at_utc!: string | null;
}

export class StatusResponse {
  @Field('By name; archived projects are left out.', { type: [ProjectStatus] })
  items!: ProjectStatus[];

  @Field('The partner organisations that look after the client, by name. They can fix webhooks.', {
    type: [String],
    example: ['Harbour Telephony'],
  })
  partners!: string[];

  @ApiProperty()
  pagination!: PaginationResponse;

  @ApiProperty({ format: 'date-time' })
  as_of_utc!: string;
}

export const toPart = ({ state, since, detail }: PartStatus): PartStatusResponse => ({
  state,
  since_utc: since?.toISOString() ?? null,
  detail,
});

export const toReceiver = ({
  host,
  offReason,
  lastAnswer,
  since,
}: FailingReceiver): FailingReceiverResponse => ({
  host,
  disabled_reason: offReason,
  last_answer: lastAnswer,
  since_utc: since.toISOString(),
});
