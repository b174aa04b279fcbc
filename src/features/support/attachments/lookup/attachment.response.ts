import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../../core/http/fields/field.decorators.js';
import { TicketPerson } from '../../lookup/ticket.response.js';
import { COMMENT_VISIBILITIES, type CommentVisibility } from '../../rules/words.js';
import { ATTACHMENT_STATES, type AttachmentState } from '../rules/attachment-state.policy.js';
import { END_REASONS, type EndReason } from '../rules/end-reason.js';

const INSTANT = { format: 'date-time', example: '2026-10-31T04:12:09.000Z' } as const;
const ATTACHMENT_ID = { format: 'uuid', example: '7d1f0c52-0b8e-4f0e-9f43-5f3f4a6f2c10' } as const;
const STATE =
  'session_open: its parts are being sent; uploaded and scanning: wait for the scan; clean: it can be downloaded; ' +
  'the others are final, and its content is gone.';

/** The current state of an attachment. */
export class AttachmentStatusResponse {
  @ApiProperty(ATTACHMENT_ID)
  attachment_id!: string;

  @Field(STATE, { enum: ATTACHMENT_STATES, example: 'clean' })
  state!: AttachmentState;

  @NullableField(String, {
    enum: END_REASONS,
    example: null,
    description: 'Why it is refused or has failed.',
  })
  reason!: EndReason | null;

  @NullableField(String, { example: null, description: "The scanner's name of what it found." })
  finding!: string | null;

  @NullableField(String, { ...INSTANT, description: 'The last scan that found nothing.' })
  scanned_at_utc!: string | null;
}

export class AttachmentScanStatusResponse extends AttachmentStatusResponse {
  @Field('The numbers of the parts that have arrived, while its session is open.', {
    type: [Number],
    example: [1, 2],
  })
  parts_received!: readonly number[];
}

export class AttachmentResponse extends AttachmentStatusResponse {
  @NullableField(String, {
    example: 'screenshot.png',
    description: 'Made harmless. Null once it is deleted, or if it cannot be opened.',
  })
  file_name!: string | null;

  @Field('The media type that its name promises, and its content has once it is clean.', {
    example: 'image/png',
  })
  type!: string;

  @ApiProperty({ type: 'integer', minimum: 1, example: 48_213 })
  bytes!: number;

  @Field('internal: only for our staff.', { enum: COMMENT_VISIBILITIES, example: 'public' })
  visibility!: CommentVisibility;

  @NullableField(String, { format: 'uuid', example: null, description: 'The comment that it belongs to.' })
  comment_id!: string | null;

  @ApiProperty({ type: TicketPerson })
  uploaded_by!: TicketPerson;

  @ApiProperty(INSTANT)
  uploaded_at_utc!: string;

  @ApiProperty({ type: 'integer', minimum: 0, example: 2 })
  downloads!: number;

  @Field('Whether you may delete it now.', { example: true })
  deletable!: boolean;
}

export class AttachmentsResponse {
  @Field('In chronological order.', { type: [AttachmentResponse] })
  items!: AttachmentResponse[];
}
