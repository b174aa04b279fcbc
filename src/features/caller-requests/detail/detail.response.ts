import { ApiProperty } from '@nestjs/swagger';
import { Field, OptionalField } from '../../../core/http/fields/field.decorators.js';
import { CallerRequestItem } from '../rules/caller-request.response.js';
import { DATA_FOUND_STATES, STATUSES } from '../rules/vocabulary.js';
import type { CallerRequestStatus, DataFoundState } from '../rules/vocabulary.js';

const ACTOR_KINDS = ['bearer', 'api_key', 'system'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** One change of a request (caller-requests 8.2); missing values are left out. */
export class CallerRequestChange {
  @Field('The revision since then.', { type: 'integer', minimum: 1, example: 1 })
  revision_number!: number;

  @ApiProperty({ format: 'date-time', example: '2026-10-31T04:15:00.000Z' })
  changed_at_utc!: string;

  @ApiProperty({ enum: ACTOR_KINDS, example: 'bearer' })
  changed_by_kind!: ActorKind;

  @Field('The person by user id, the key by key id, or the process.', {
    example: '01a1fc1b-628c-7fa9-95cc-33a6952135bb',
  })
  changed_by!: string;

  @OptionalField('Absent for the entry that recorded the request.', { enum: STATUSES })
  from_status?: CallerRequestStatus;

  @ApiProperty({ enum: STATUSES, example: 'needs_review' })
  to_status!: CallerRequestStatus;

  @ApiProperty({ enum: DATA_FOUND_STATES, example: 'manual_review_required' })
  data_found_state!: DataFoundState;

  @OptionalField('Absent if unknown.', { type: 'integer', minimum: 0 })
  data_found_count?: number;

  @Field('Whether there is a note, even one that cannot be decrypted.', { example: false })
  has_note!: boolean;

  @OptionalField('Absent if there is none or it cannot be decrypted.')
  status_note?: string;
}

/** The calls and contacts that the last erasure changed (caller-requests 12.6). */
export class CallerRequestErasure {
  @Field('Calls that were erased.', { type: 'integer', minimum: 0, example: 12 })
  erased_calls!: number;

  @Field('Calls under legal hold, which were kept.', { type: 'integer', minimum: 0, example: 0 })
  held_calls!: number;

  @OptionalField('Contacts of campaigns that were erased; absent if they could not be searched.', {
    type: 'integer',
    minimum: 0,
    example: 2,
  })
  erased_contacts?: number;

  @OptionalField('Contacts kept because a call to them is under legal hold; only with erased_contacts.', {
    type: 'integer',
    minimum: 0,
    example: 0,
  })
  held_contacts?: number;
}

/** A support ticket in which the caller's number is written (caller-requests 8.5). */
export class TicketOfCaller {
  @ApiProperty({ format: 'uuid', example: '5b6f8a52-1d6e-4a4a-9c39-6f0a2d7b8e11' })
  ticket_id!: string;

  @ApiProperty({ example: 'SUP-0001' })
  reference!: string;
}

export class CallerRequestDetail extends CallerRequestItem {
  @OptionalField(
    'Whether contacts of campaigns can be found for this request; absent without a telephone number. If ' +
      'false, record the request again with the number to include them.',
    { example: true },
  )
  leads_to_contacts?: boolean;

  @OptionalField('Absent until an erasure has ended.', { type: CallerRequestErasure })
  erasure?: CallerRequestErasure;

  @OptionalField(
    'Support tickets in which the number is written, newest first and at most 100; absent without a ' +
      'number, and while the store does not answer. An erasure redacts these texts.',
    { type: [TicketOfCaller] },
  )
  support_tickets?: readonly TicketOfCaller[];

  @Field('From its receipt onwards.', { type: [CallerRequestChange] })
  history!: CallerRequestChange[];
}
