import {
  EnumField,
  IdentifierField,
  ListField,
  TextField,
  UuidField,
} from '../../../core/http/fields/field-kinds.js';
import { isText } from '../../../core/http/fields/field-rules.js';
import {
  TICKET_CATEGORIES,
  TICKET_PRIORITIES,
  TICKET_STATUSES,
  type TicketCategory,
  type TicketPriority,
  type TicketStatus,
} from '../rules/words.js';

const MAX_SUBJECT = 200;
const MAX_TEXT = 20_000;
const MAX_CALLS_AT_ONCE = 20;

export class CreateTicketRequest {
  @TextField(1, MAX_SUBJECT, { description: 'Stored encrypted.', example: 'The assistant hangs up' })
  subject!: string;

  @TextField(1, MAX_TEXT, {
    lines: true,
    description: 'The first public comment: plain text, stored encrypted.',
    example: 'It hung up on three callers this morning.',
  })
  text!: string;

  @EnumField(TICKET_CATEGORIES, {
    description: 'privacy is never shown to partners, who may not choose it.',
    example: 'incident',
  })
  category!: TicketCategory;

  @EnumField(TICKET_PRIORITIES, { default: 'normal', optional: true })
  priority: TicketPriority = 'normal';

  @IdentifierField({ description: 'A project that you see.', optional: true, nullable: true })
  project_id?: string | null;

  @ListField(
    [isText(1, 128, { each: true })],
    { type: [String] },
    { max: MAX_CALLS_AT_ONCE, unique: true },
    {
      description: 'Calls that you see, which the ticket is about.',
      optional: true,
    },
  )
  call_ids?: string[];
}

/** Fields that are left out stay as they are. */
export class ChangeTicketRequest {
  @TextField(1, MAX_SUBJECT, { optional: true })
  subject?: string;

  @EnumField(TICKET_CATEGORIES, { optional: true })
  category?: TicketCategory;

  @EnumField(TICKET_PRIORITIES, { optional: true })
  priority?: TicketPriority;

  @EnumField(TICKET_STATUSES, {
    description: 'A move that the table of the contract allows.',
    optional: true,
  })
  status?: TicketStatus;

  @IdentifierField({ description: 'A project that you see; null: none.', optional: true, nullable: true })
  project_id?: string | null;

  @UuidField({
    description:
      'The user_id of a person with an internal role; null: none. Only internal roles may send it.',
    optional: true,
    nullable: true,
  })
  assignee?: string | null;
}
