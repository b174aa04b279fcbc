import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField, OptionalField } from '../../../core/http/fields/field.decorators.js';
import { TicketPerson } from '../lookup/ticket.response.js';
import {
  COMMENT_VISIBILITIES,
  TICKET_STATUSES,
  type CommentVisibility,
  type TicketStatus,
} from '../rules/words.js';

const INSTANT = { format: 'date-time', example: '2026-10-31T04:12:09.000Z' } as const;
const COMMENT_ID = { format: 'uuid', example: '1c3e5b6f-7b4d-4c68-8b63-3a2d9e4f8b21' } as const;

export class CommentResponse {
  @ApiProperty(COMMENT_ID)
  comment_id!: string;

  @ApiProperty({ enum: COMMENT_VISIBILITIES, example: 'public' })
  visibility!: CommentVisibility;

  @NullableField(String, {
    example: 'It happened again at 10:15.',
    description: 'Plain text; null once it was redacted, or if it cannot be opened.',
  })
  text!: string | null;

  @ApiProperty({ type: TicketPerson })
  author!: TicketPerson;

  @ApiProperty(INSTANT)
  created_at_utc!: string;

  @ApiProperty({ example: false })
  redacted!: boolean;

  @Field('Kinds of personal data that were found in the text.', {
    type: [String],
    example: ['phone'],
  })
  personal_data_found!: readonly string[];

  @Field('Whether you may redact it now.', { example: true })
  redactable!: boolean;
}

export class CommentsResponse {
  @Field('In chronological order.', { type: [CommentResponse] })
  items!: CommentResponse[];

  @OptionalField('For the next page; absent on the last one.', { type: String })
  next_cursor?: string;
}

/** A comment after it was written, without its text, so that no copy of the text is stored. */
export class CommentSavedResponse {
  @ApiProperty({ format: 'uuid', example: '5b6f8a52-1d6e-4a4a-9c39-6f0a2d7b8e11' })
  ticket_id!: string;

  @ApiProperty(COMMENT_ID)
  comment_id!: string;

  @ApiProperty({ enum: COMMENT_VISIBILITIES, example: 'public' })
  visibility!: CommentVisibility;

  @ApiProperty(INSTANT)
  created_at_utc!: string;

  @Field('Kinds of personal data that were found in the text.', {
    type: [String],
    example: ['phone'],
  })
  personal_data_found!: readonly string[];

  @Field('The status of the ticket now.', { enum: TICKET_STATUSES, example: 'open' })
  ticket_status!: TicketStatus;

  @Field('The etag of the ticket now.', { example: '4' })
  ticket_etag!: string;
}

export class CommentRedactedResponse {
  @ApiProperty(COMMENT_ID)
  comment_id!: string;

  @ApiProperty({ example: true })
  redacted!: boolean;
}
