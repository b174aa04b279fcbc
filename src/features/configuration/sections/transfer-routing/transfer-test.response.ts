import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../../core/http/fields/field.decorators.js';
import { SECTION_SOURCES } from '../../rules/sections/effective-configuration.policy.js';

const OUTCOMES = ['transfer', 'voicemail', 'hang_up', 'callback'] as const;
const REASONS = ['destination_open', 'transfer_disabled', 'nobody_open'] as const;

/** The trigger that a caller's words match. */
export class TransferTriggerResponse {
  @ApiProperty({ enum: ['intent', 'caller_requests_human', 'none'] })
  kind!: 'intent' | 'caller_requests_human' | 'none';

  @NullableField(String, { example: 'billing' })
  intent_id!: string | null;

  @NullableField(String, {
    description: 'The destination of the trigger; null: by priority, or nowhere.',
    example: 'front-desk',
  })
  destination_id!: string | null;
}

/** One destination that was checked. */
export class TransferStepResponse {
  @ApiProperty({ example: 'front-desk' })
  destination_id!: string;

  @ApiProperty({ example: 'Front desk' })
  label!: string;

  @ApiProperty({ enum: ['open', 'closed', 'disabled'] })
  state!: 'open' | 'closed' | 'disabled';

  @Field('Why it was checked.', { enum: ['requested', 'overflow', 'default', 'priority'] })
  because!: 'requested' | 'overflow' | 'default' | 'priority';

  @NullableField(String, {
    format: 'date-time',
    description: 'When a closed destination opens next; null: it is not closed, or never opens.',
    example: null,
  })
  next_opens_at_utc!: string | null;
}

/** The effect that a transfer would have; no call was placed. */
export class TransferTestResponse {
  @ApiProperty({ example: 'acme-dental-front-desk-k3vq72' })
  project_id!: string;

  @Field('Which configuration was used.', { enum: SECTION_SOURCES })
  source!: (typeof SECTION_SOURCES)[number];

  @ApiProperty({ format: 'date-time', example: '2026-11-23T02:30:00.000Z' })
  evaluated_at_utc!: string;

  @Field("The same instant in the project's time zone.", { example: '2026-11-23T13:30:00+11:00' })
  local_time!: string;

  @ApiProperty({ example: 'Australia/Sydney' })
  timezone!: string;

  @ApiProperty({ enum: OUTCOMES })
  outcome!: (typeof OUTCOMES)[number];

  @ApiProperty({ enum: REASONS })
  reason!: (typeof REASONS)[number];

  @NullableField(String, {
    description: 'The destination that would ring; null with any outcome but transfer.',
    example: 'front-desk',
  })
  destination_id!: string | null;

  @Field('The checked destinations, in this order.', {
    type: [TransferStepResponse],
    example: [
      {
        destination_id: 'front-desk',
        label: 'Front desk',
        state: 'open',
        because: 'requested',
        next_opens_at_utc: null,
      },
    ],
  })
  steps!: TransferStepResponse[];

  @NullableField(TransferTriggerResponse, { description: 'Null if no caller_intent was sent.' })
  trigger!: TransferTriggerResponse | null;
}
