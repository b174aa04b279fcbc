import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { USE_STATES, type UseState } from './break-glass.policy.js';

/** An hour in which a holder worked without a directory (break-glass section 3). */
export class UseResponse {
  @ApiProperty({ format: 'uuid' })
  use_id!: string;

  @Field('The user id of the holder.', { example: '01a1fc1b-628c-7fa9-95cc-33a6952135bb' })
  holder_id!: string;

  @ApiProperty({ enum: USE_STATES, example: 'closed' })
  state!: UseState;

  @NullableField(String, {
    description: "The holder's words; null while the client's keys are unavailable.",
    example: 'The directory refuses every sign-in since its certificate ended.',
  })
  reason!: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T10:15:00.000Z' })
  opened_at_utc!: string;

  @Field('When it expires, unless it is closed before.', {
    format: 'date-time',
    example: '2026-11-20T11:15:00.000Z',
  })
  ends_at_utc!: string;

  @NullableField(String, { format: 'date-time', example: '2026-11-20T10:41:00.000Z' })
  closed_at_utc!: string | null;

  @NullableField(String, { description: 'The user id of the person who closed it.' })
  closed_by!: string | null;

  @NullableField(String, { format: 'date-time', example: '2026-11-20T13:00:00.000Z' })
  confirmed_at_utc!: string | null;

  @NullableField(String, { description: 'The user id of the other administrator who confirmed it.' })
  confirmed_by!: string | null;
}
