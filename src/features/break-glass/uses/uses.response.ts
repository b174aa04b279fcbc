import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { PaginationResponse } from '../../../core/http/paging/pagination.response.js';
import { USE_STATES, type UseState } from '../rules/break-glass.policy.js';

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

/** One line of what was done during a use. */
export class ActResponse {
  @ApiProperty({ format: 'date-time', example: '2026-11-20T10:22:00.000Z' })
  occurred_at_utc!: string;

  @Field('The action, as the audit trail names it.', { example: 'people.role_changed' })
  action!: string;

  @ApiProperty({ enum: ['success', 'denied', 'failed'], example: 'success' })
  outcome!: string;

  @Field('Ids, options and counts of the action.', { type: 'object', additionalProperties: true })
  details!: Record<string, unknown>;
}

/** GET /v1/security/break-glass/uses/{use_id}. */
export class UseReportResponse extends UseResponse {
  @Field('One page of the acts during the use, done and refused, in order.', { type: [ActResponse] })
  acts!: ActResponse[];

  @ApiProperty()
  pagination!: PaginationResponse;
}

/** GET /v1/security/break-glass/uses. */
export class UsesResponse {
  @Field('The latest first.', { type: [UseResponse] })
  items!: UseResponse[];

  @ApiProperty()
  pagination!: PaginationResponse;
}
