import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { MOVE_STATES, type MoveState } from '../rules/moves.policy.js';

/** A move of the client's call data to another store. */
export class MoveResponse {
  @ApiProperty({ format: 'uuid' })
  move_id!: string;

  @ApiProperty({ example: 'store-a' })
  source_store!: string;

  @ApiProperty({ example: 'store-b' })
  target_store!: string;

  @ApiProperty({ enum: MOVE_STATES, example: 'copying' })
  state!: MoveState;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T10:15:00.000Z' })
  started_at_utc!: string;

  @Field('When the current state began.', { format: 'date-time', example: '2026-11-20T10:15:00.000Z' })
  state_at_utc!: string;

  @NullableField(String, {
    description: 'When the other store was cleared; null: it is under way, or its way back is kept.',
    format: 'date-time',
    example: '2026-11-27T09:00:00.000Z',
  })
  ended_at_utc!: string | null;

  @ApiProperty({ type: 'integer', example: 61 })
  tables!: number;

  @ApiProperty({ type: 'integer', example: 40 })
  tables_copied!: number;

  @NullableField('integer', {
    description: 'Rows that were compared and found equal; null: not yet.',
    example: 2_183_100,
  })
  rows_compared!: number | null;

  @NullableField('integer', { description: 'How long writers waited at the switch.', example: 240 })
  pause_ms!: number | null;

  @NullableField(String, { description: 'Why the move is held up; null if it is not.' })
  note!: string | null;
}

/** GET /v1/portal/moves. */
export class MovesResponse {
  @Field('Latest first, at most 20.', { type: [MoveResponse] })
  items!: MoveResponse[];
}
