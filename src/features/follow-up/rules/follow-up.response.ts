import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { NOTE_STATUSES, type NoteStatus } from './follow-up.policy.js';
import { FOLLOW_UP_REASONS, FOLLOW_UP_STATES, type FollowUpReason, type FollowUpState } from './words.js';

export class FollowUpOwner {
  @ApiProperty({ example: '0b2d4a4e-6a3c-4b57-9a52-2f1c8d3e7a10' })
  user_id!: string;

  @NullableField(String, {
    example: 'Kim Person',
    description: 'Null unless the person is a colleague of yours whose role has not ended.',
  })
  display_name!: string | null;
}

/** The follow-up of a call (follow-up 2.1). */
export class FollowUpResponse {
  @ApiProperty({ example: 'room-2026-10-31-000123' })
  call_id!: string;

  @NullableField(String, { enum: FOLLOW_UP_STATES, example: 'open', description: 'Null: nothing to do.' })
  state!: FollowUpState | null;

  @NullableField(String, {
    enum: FOLLOW_UP_REASONS,
    example: 'missed_inbound',
    description: 'Why there is a follow-up; null: there is none.',
  })
  reason!: FollowUpReason | null;

  @NullableField(FollowUpOwner)
  owner!: FollowUpOwner | null;

  @NullableField(String, { format: 'date-time', example: '2026-11-02T04:00:00.000Z' })
  due_at_utc!: string | null;

  @NullableField(String, { example: 'Wants a quote for the blue one.' })
  note!: string | null;

  @Field('withheld: there is one, but you may not see it or it cannot be opened.', {
    enum: NOTE_STATUSES,
    example: 'available',
  })
  note_status!: NoteStatus;

  @Field('In small letters.', { type: [String], example: ['quote'] })
  tags!: readonly string[];

  @Field('For If-Match.', { example: '3' })
  etag!: string;

  @NullableField(String, { format: 'date-time', example: '2026-10-31T06:00:00.000Z' })
  created_at_utc!: string | null;

  @NullableField(String, { format: 'date-time', example: '2026-10-31T06:00:00.000Z' })
  updated_at_utc!: string | null;

  @NullableField(String, {
    example: '0b2d4a4e-6a3c-4b57-9a52-2f1c8d3e7a10',
    description: 'Null if a rule created it and no one has changed it since.',
  })
  updated_by!: string | null;
}
