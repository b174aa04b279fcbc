import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import {
  CALL_STATUSES,
  CHANNELS,
  DIRECTIONS,
  DISCONNECTION_REASONS,
  TRANSFER_OUTCOMES,
  VERSION_SOURCES,
} from './call-vocabulary.js';
import type {
  CallStatus,
  Channel,
  Direction,
  DisconnectionReason,
  TransferOutcome,
  VersionSource,
} from './call-vocabulary.js';
import { OutcomeResponse } from './outcome.response.js';
import { WIRE_SENTIMENTS, type WireSentiment } from './sentiment.policy.js';

/** A call in a list: no number, no summary, no transcript and no address of a recording. */
export class CallRowResponse {
  @ApiProperty({ example: 'room-2026-10-31-000123' })
  call_id!: string;

  @ApiProperty({ example: 'acme-dental-front-desk-k3vq72' })
  project_id!: string;

  @NullableField(String, { example: 'Acme Dental front desk' })
  project_name!: string | null;

  @NullableField(String, { example: 'recall-october', description: 'Only for outbound calls.' })
  campaign_id!: string | null;

  @NullableField(String, { example: 'contact-4711', description: 'Only for outbound calls.' })
  contact_id!: string | null;

  @ApiProperty({ enum: DIRECTIONS, example: 'inbound' })
  direction!: Direction;

  @ApiProperty({ enum: CHANNELS, example: 'phone' })
  channel!: Channel;

  @ApiProperty({ enum: CALL_STATUSES, example: 'completed' })
  call_status!: CallStatus;

  @NullableField(String, {
    example: null,
    description:
      'More detail, if there is any: such as busy, no_answer or cancelled for a missed call, or ' +
      'runtime_silent for one that was never reported as ended.',
  })
  status_detail!: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-10-31T04:12:09.000Z' })
  started_at_utc!: string;

  @NullableField(String, { format: 'date-time', example: '2026-10-31T04:14:31.000Z' })
  ended_at_utc!: string | null;

  @NullableField('integer', { example: 142 })
  duration_seconds!: number | null;

  @NullableField(String, {
    example: '+61 *** *** 006',
    description: 'The number, masked; null when it was withheld.',
  })
  caller_display!: string | null;

  @NullableField(String, { example: 'Ava' })
  agent_name!: string | null;

  @NullableField('integer', {
    example: 7,
    description: 'The version of the project that served the call; null if none is known.',
  })
  version_number!: number | null;

  @NullableField(String, {
    enum: VERSION_SOURCES,
    example: 'reported',
    description:
      'reported: the voice runtime or the dispatch named the version; inferred: it was in force when the call started.',
  })
  version_source!: VersionSource | null;

  @ApiProperty({ type: OutcomeResponse })
  primary_outcome!: OutcomeResponse;

  @ApiProperty({ enum: DISCONNECTION_REASONS, example: 'caller_hangup' })
  disconnection_reason!: DisconnectionReason;

  @ApiProperty({ enum: WIRE_SENTIMENTS, example: 'positive' })
  sentiment!: WireSentiment;

  @Field('Whether the call was handed over to a person.', { example: false })
  human_escalation!: boolean;

  @NullableField(String, { enum: TRANSFER_OUTCOMES, example: null })
  transfer_outcome!: TransferOutcome | null;

  @NullableField(Number, { example: 0.1834 })
  cost_usd!: number | null;

  @NullableField(Number, { example: 0.28 })
  cost_local!: number | null;

  @NullableField(String, { example: 'AUD', description: 'Currency of `cost_local`; ISO 4217.' })
  currency!: string | null;

  @Field(
    'Whether one is stored and within its retention period; its own route decides who may read which form.',
    {
      example: true,
    },
  )
  transcript_available!: boolean;

  @ApiProperty({ example: false })
  recording_available!: boolean;

  @Field("True for the tenant's client_admin and assigned partner_admin sessions only.", { example: true })
  detail_available!: boolean;
}
