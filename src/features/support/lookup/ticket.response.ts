import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { ACTOR_WORDS, type ActorWord } from '../../people/names/names.service.js';
import {
  TICKET_CATEGORIES,
  TICKET_PRIORITIES,
  TICKET_STATUSES,
  type TicketCategory,
  type TicketPriority,
  type TicketStatus,
} from '../rules/words.js';

const INSTANT = { format: 'date-time', example: '2026-10-31T04:12:09.000Z' } as const;
const COUNT = { type: 'integer', minimum: 0, example: 3 } as const;

/** A person of a ticket, with the details that the reader may know (people 6.2). */
export class TicketPerson {
  @ApiProperty({ example: '0b2d4a4e-6a3c-4b57-9a52-2f1c8d3e7a10' })
  user_id!: string;

  @ApiProperty({ enum: ACTOR_WORDS, example: 'colleague' })
  kind!: ActorWord;

  @NullableField(String, {
    example: 'Kim Person',
    description: 'Null unless the person is a colleague of yours.',
  })
  display_name!: string | null;
}

/** A ticket after a change, without its text, so that no copy of the text is stored. */
export class TicketSavedResponse {
  @ApiProperty({ format: 'uuid', example: '5b6f8a52-1d6e-4a4a-9c39-6f0a2d7b8e11' })
  ticket_id!: string;

  @Field('Numbered without gaps within a client and environment.', { example: 'SUP-0001' })
  reference!: string;

  @Field(
    'new: no answer yet; open: staff owes an answer; pending: the customer does; closed: final, 7 days after it was solved.',
    { enum: TICKET_STATUSES, example: 'open' },
  )
  status!: TicketStatus;

  @ApiProperty(INSTANT)
  updated_at_utc!: string;

  @ApiProperty(INSTANT)
  first_response_due_at_utc!: string;

  @Field('For If-Match.', { example: '1-3' })
  etag!: string;
}

/** A caller's request about their data that was created from the ticket. */
export class RequestOfTicket {
  @ApiProperty({ format: 'uuid' })
  request_id!: string;

  @ApiProperty({ example: 'REQ-0001' })
  tracking_id!: string;

  @Field('As in the list of requests.', { example: 'needs_review' })
  status!: string;
}

export class TicketResponse extends TicketSavedResponse {
  @NullableField(String, {
    example: 'The assistant hangs up',
    description: 'Null after an erasure of a number in it.',
  })
  subject!: string | null;

  @ApiProperty({ enum: TICKET_CATEGORIES, example: 'incident' })
  category!: TicketCategory;

  @ApiProperty({ enum: TICKET_PRIORITIES, example: 'normal' })
  priority!: TicketPriority;

  @NullableField(String, { example: 'acme-dental-front-desk-k3vq72' })
  project_id!: string | null;

  @ApiProperty({ type: TicketPerson })
  requester!: TicketPerson;

  @NullableField(TicketPerson)
  assignee!: TicketPerson | null;

  @ApiProperty(INSTANT)
  created_at_utc!: string;

  @NullableField(String, { ...INSTANT, description: 'The first public comment of staff.' })
  first_responded_at_utc!: string | null;

  @NullableField(String, INSTANT)
  solved_at_utc!: string | null;

  @Field('Comments that you see.', COUNT)
  comment_count!: number;

  @ApiProperty(COUNT)
  attachment_count!: number;

  @ApiProperty(COUNT)
  related_call_count!: number;

  @Field('Whether there is a comment that you see and have not read.')
  unread!: boolean;
}

/** One ticket. */
export class TicketDetailResponse extends TicketResponse {
  @NullableField([RequestOfTicket], {
    description:
      'Requests with its reference, newest first and at most 20; null if you may not see requests.',
  })
  caller_requests!: RequestOfTicket[] | null;
}
