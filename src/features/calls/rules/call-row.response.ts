import { ApiProperty } from '@nestjs/swagger';
import {
  CALL_STATUSES,
  CHANNELS,
  DIRECTIONS,
  DISCONNECTION_REASONS,
  TRANSFER_OUTCOMES,
} from './call-vocabulary.js';
import type {
  CallStatus,
  Channel,
  Direction,
  DisconnectionReason,
  TransferOutcome,
} from './call-vocabulary.js';
import { OutcomeResponse } from './outcome.response.js';
import { WIRE_SENTIMENTS } from './sentiment.policy.js';
import type { WireSentiment } from './sentiment.policy.js';

/** A call in a list: no number, no summary, no transcript and no address of a recording. */
export class CallRowResponse {
  @ApiProperty({ example: 'room-2026-10-31-000123' })
  call_id!: string;

  @ApiProperty({ example: 'acme-dental-front-desk-k3vq72' })
  project_id!: string;

  @ApiProperty({ type: String, nullable: true, example: 'Acme Dental front desk' })
  project_name!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'recall-october', description: 'Of outbound calls.' })
  campaign_id!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'contact-4711', description: 'Of outbound calls.' })
  contact_id!: string | null;

  @ApiProperty({ enum: DIRECTIONS, example: 'inbound' })
  direction!: Direction;

  @ApiProperty({ enum: CHANNELS, example: 'phone' })
  channel!: Channel;

  @ApiProperty({ enum: CALL_STATUSES, example: 'completed' })
  call_status!: CallStatus;

  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description:
      'Says more where there is more to say, such as busy, no_answer or cancelled of a missed call.',
  })
  status_detail!: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-10-31T04:12:09.000Z' })
  started_at_utc!: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: '2026-10-31T04:14:31.000Z' })
  ended_at_utc!: string | null;

  @ApiProperty({ type: 'integer', nullable: true, example: 142 })
  duration_seconds!: number | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: '+61 *** *** 006',
    description: 'The number, masked; null when it was withheld.',
  })
  caller_display!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Ava' })
  agent_name!: string | null;

  @ApiProperty({ type: OutcomeResponse })
  primary_outcome!: OutcomeResponse;

  @ApiProperty({ enum: DISCONNECTION_REASONS, example: 'caller_hangup' })
  disconnection_reason!: DisconnectionReason;

  @ApiProperty({ enum: WIRE_SENTIMENTS, example: 'positive' })
  sentiment!: WireSentiment;

  @ApiProperty({ example: false, description: 'Whether the call was passed on to a person.' })
  human_escalation!: boolean;

  @ApiProperty({ enum: TRANSFER_OUTCOMES, type: String, nullable: true, example: null })
  transfer_outcome!: TransferOutcome | null;

  @ApiProperty({ type: Number, nullable: true, example: 0.1834 })
  cost_usd!: number | null;

  @ApiProperty({ type: Number, nullable: true, example: 0.28 })
  cost_local!: number | null;

  @ApiProperty({ type: String, nullable: true, example: 'AUD', description: 'Of `cost_local`; ISO 4217.' })
  currency!: string | null;

  @ApiProperty({
    example: true,
    description:
      'Whether one is stored and inside of its retention; who may read which form is settled there.',
  })
  transcript_available!: boolean;

  @ApiProperty({ example: false })
  recording_available!: boolean;

  @ApiProperty({
    example: true,
    description: "True for the tenant's client_admin and assigned partner_admin sessions only.",
  })
  detail_available!: boolean;
}
