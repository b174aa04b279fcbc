import { ApiProperty } from '@nestjs/swagger';
import { Field, OptionalField } from '../../../core/http/fields/field.decorators.js';
import {
  CONTACT_KINDS,
  DATA_FOUND_LABELS,
  DATA_FOUND_STATES,
  DUE_STATES,
  IDENTIFIER_KINDS,
  REQUEST_TYPES,
  STATUS_LABELS,
  STATUSES,
} from './vocabulary.js';
import type {
  CallerRequestStatus,
  ContactKind,
  DataFoundState,
  DueState,
  IdentifierKind,
  RequestType,
} from './vocabulary.js';

const ACCESS_MODES = ['read', 'transition'] as const;
export type AccessMode = (typeof ACCESS_MODES)[number];

/** A caller request as shown (caller-requests 1.1); missing values are left out. */
export class CallerRequestItem {
  @ApiProperty({ format: 'uuid', example: '01933a5c-7c1e-7b7a-9a51-3a1f0c2b4d5e' })
  id!: string;

  @Field('Counted for each client and environment.', { example: 'REQ-0001' })
  tracking_id!: string;

  @Field('The value for expected_revision of a transition.', { type: 'integer', minimum: 1, example: 1 })
  revision_number!: number;

  @ApiProperty({ enum: REQUEST_TYPES, example: 'access' })
  request_type!: RequestType;

  @ApiProperty({ format: 'date-time', example: '2026-10-31T04:12:09.000Z' })
  received_at_utc!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-30T04:12:09.000Z' })
  due_at_utc!: string;

  @Field('The last day to answer, in `timezone`.', { format: 'date', example: '2026-11-30' })
  due_date_local!: string;

  @Field('IANA zone of the project, else of the client.', { example: 'Australia/Sydney' })
  timezone!: string;

  @ApiProperty({ enum: DUE_STATES, example: 'normal' })
  due_state!: DueState;

  @OptionalField('Local days until the due date, negative after it; absent once closed.', {
    type: 'integer',
    example: 30,
  })
  days_remaining?: number | undefined;

  @Field('Masked.', { example: '+61 *** *** 156' })
  caller_display!: string;

  @ApiProperty({ enum: CONTACT_KINDS, example: 'phone' })
  contact_kind!: ContactKind;

  @ApiProperty({ enum: IDENTIFIER_KINDS, example: 'phone' })
  identifier_kind!: IdentifierKind;

  @ApiProperty({ enum: DATA_FOUND_STATES, example: 'manual_review_required' })
  data_found_state!: DataFoundState;

  @ApiProperty({ example: DATA_FOUND_LABELS.manual_review_required })
  data_found_label!: string;

  @OptionalField('Absent if unknown.', { type: 'integer', minimum: 0 })
  data_found_count?: number | undefined;

  @ApiProperty({ type: [String], example: ['Front desk'] })
  project_labels!: string[];

  @ApiProperty({ enum: STATUSES, example: 'needs_review' })
  status!: CallerRequestStatus;

  @ApiProperty({ example: STATUS_LABELS.needs_review })
  status_label!: string;

  @OptionalField('Only once closed.', { type: String, format: 'date-time' })
  closed_at_utc?: string | undefined;

  @OptionalField('Absent if none is linked.', { type: String, example: 'TICKET-4711' })
  linked_support_ticket_reference?: string | undefined;

  @OptionalField('For internal roles only: the first request about the same telephone number.', {
    type: String,
  })
  duplicate_of_tracking_id?: string | undefined;

  @Field('Whether you may move it on; a response to its creation or a transition always says transition.', {
    enum: ACCESS_MODES,
    example: 'transition',
  })
  access_mode!: AccessMode;
}
