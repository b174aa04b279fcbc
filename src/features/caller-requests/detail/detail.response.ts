import { ApiProperty } from '@nestjs/swagger';
import { Field, OptionalField } from '../../../core/http/fields/field.decorators.js';
import { CallerRequestItem } from '../rules/caller-request.response.js';
import { DATA_FOUND_STATES, STATUSES } from '../rules/vocabulary.js';
import type { CallerRequestStatus, DataFoundState } from '../rules/vocabulary.js';

const ACTOR_KINDS = ['bearer', 'api_key', 'system'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** One change of a request (caller-requests 8.2); what has no value is left out. */
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

  @OptionalField('Absent where the request came in.', { enum: STATUSES })
  from_status?: CallerRequestStatus;

  @ApiProperty({ enum: STATUSES, example: 'needs_review' })
  to_status!: CallerRequestStatus;

  @ApiProperty({ enum: DATA_FOUND_STATES, example: 'manual_review_required' })
  data_found_state!: DataFoundState;

  @OptionalField('Absent where it was not known.', { type: 'integer', minimum: 0 })
  data_found_count?: number;

  @Field('Whether a note was left, also where it cannot be opened.', { example: false })
  has_note!: boolean;

  @OptionalField('Absent where there is none, or where it cannot be opened.')
  status_note?: string;
}

/** The calls and contacts that the last erasure changed (caller-requests 12.6). */
export class CallerRequestErasure {
  @Field('Calls that were erased.', { type: 'integer', minimum: 0, example: 12 })
  erased_calls!: number;

  @Field('Calls under legal hold, left whole.', { type: 'integer', minimum: 0, example: 0 })
  held_calls!: number;

  @OptionalField('Contacts of campaigns that were erased; absent where they could not be looked for.', {
    type: 'integer',
    minimum: 0,
    example: 2,
  })
  erased_contacts?: number;

  @OptionalField(
    'Contacts that a call under legal hold was made to, left whole; only with erased_contacts.',
    { type: 'integer', minimum: 0, example: 0 },
  )
  held_contacts?: number;
}

export class CallerRequestDetail extends CallerRequestItem {
  @OptionalField(
    'Whether contacts of campaigns can be found for this request; absent without a telephone number. Where it is false, take in ' +
      'the request again with the number to reach them.',
    { example: true },
  )
  leads_to_contacts?: boolean;

  @OptionalField('Absent until an erasure has ended.', { type: CallerRequestErasure })
  erasure?: CallerRequestErasure;

  @Field('From its receipt on.', { type: [CallerRequestChange] })
  history!: CallerRequestChange[];
}
