import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { PII_KINDS, type PiiKind } from '../../../core/privacy/pii/pii-permission.policy.js';
import { PORTAL_ROLES, type PortalRole } from '../../../core/shared/roles.js';
import { UNLOCK_REASONS, UNLOCK_STATES, type UnlockReason, type UnlockState } from './words.js';

const STATE =
  'requested: waiting for a decision; approved: not viewed yet; active: open; expired, denied and ended: over.';

/** An unlock after a change, without its note, so that no copy of the note is stored. */
export class UnlockSavedResponse {
  @ApiProperty({ format: 'uuid', example: '5b6f8a52-1d6e-4a4a-9c39-6f0a2d7b8e11' })
  unlock_id!: string;

  @ApiProperty({ example: 'room-2026-10-31-000123' })
  call_id!: string;

  @Field(STATE, { enum: UNLOCK_STATES, example: 'requested' })
  state!: UnlockState;

  @NullableField(String, {
    format: 'date-time',
    example: '2026-11-01T04:12:09.000Z',
    description: 'When it expires; null once it was denied or ended.',
  })
  expires_at_utc!: string | null;
}

export class UnlockResponse extends UnlockSavedResponse {
  @Field('The kinds that it opens.', { enum: PII_KINDS, isArray: true, example: ['transcript'] })
  kinds!: PiiKind[];

  @ApiProperty({ enum: UNLOCK_REASONS, example: 'complaint' })
  reason_code!: UnlockReason;

  @NullableField(String, {
    example: 'The caller complains about a wrong appointment.',
    description: 'Also null after the data of the caller was erased.',
  })
  note!: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-10-31T04:12:09.000Z' })
  requested_at_utc!: string;

  @Field('The user_id of the person; GET /v1/portal/names returns names.', {
    example: '0b2d4a4e-6a3c-4b57-9a52-2f1c8d3e7a10',
  })
  requested_by!: string;

  @Field('The role in which the person asked; the unlock is only for this role.', {
    enum: PORTAL_ROLES,
    example: 'client_manager',
  })
  requested_role!: PortalRole;

  @NullableField(String, { format: 'date-time', example: '2026-10-31T04:20:00.000Z' })
  decided_at_utc!: string | null;

  @NullableField(String, { example: '1c3e5b6f-7b4d-4c68-8b63-3a2d9e4f8b21' })
  decided_by!: string | null;

  @NullableField(String, {
    format: 'date-time',
    example: null,
    description: 'When data was first viewed; the unlock expires 15 minutes later.',
  })
  first_look_at_utc!: string | null;

  @Field('How often data was viewed; each view is audited.', { type: 'integer', example: 0 })
  looks!: number;

  @NullableField(String, { format: 'date-time', example: null })
  ended_at_utc!: string | null;

  @NullableField(String, {
    example: null,
    description: 'Null if it has not ended, or if the data of the caller was erased.',
  })
  ended_by!: string | null;
}
