import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import {
  FilterField,
  IdentifierField,
  InstantField,
  QueryBooleanField,
  StringField,
  TextField,
} from '../../../core/http/fields/field-kinds.js';
import { CursorField, PageSize } from '../../../core/http/fields/page-fields.js';
import {
  TICKET_CATEGORIES,
  TICKET_PRIORITIES,
  TICKET_STATUSES,
  type TicketCategory,
  type TicketPriority,
  type TicketStatus,
} from '../rules/words.js';

const DEFAULT_PAGE_SIZE = 20;
const MAX_PAGE_SIZE = 100;

const STATUS_FILTERS = [...TICKET_STATUSES, 'unsolved'] as const;

export class TicketSearchRequest extends ClientChoice {
  @TextField(1, 200, {
    description:
      'A reference, or whole words of the subject, all of which must be in it; case makes no difference.',
    example: 'hangs up',
    optional: true,
  })
  text?: string;

  @FilterField(STATUS_FILTERS, { description: '`unsolved`: new, open or pending.', optional: true })
  status?: TicketStatus | 'unsolved';

  @FilterField(TICKET_PRIORITIES, { optional: true })
  priority?: TicketPriority;

  @FilterField(TICKET_CATEGORIES, { optional: true })
  category?: TicketCategory;

  @IdentifierField({ description: 'A project.', optional: true })
  project_id?: string;

  @IdentifierField({ description: 'A user_id; `none`: without an assignee.', optional: true })
  assignee?: string;

  @IdentifierField({ description: 'A user_id.', optional: true })
  requester?: string;

  @StringField({ description: 'A call that you see: the tickets about it.', optional: true })
  call_id?: string;

  @QueryBooleanField({
    description: '`true`: only tickets that wait for you, as the badge counts them.',
    optional: true,
  })
  awaiting_you?: 'true' | 'false';

  @InstantField({ description: 'Only tickets that changed since.', optional: true })
  updated_since_utc?: string;

  @PageSize(MAX_PAGE_SIZE, DEFAULT_PAGE_SIZE)
  page_size: number = DEFAULT_PAGE_SIZE;

  @CursorField('next_cursor')
  cursor?: string;
}
