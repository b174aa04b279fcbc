import { EnumField, StringField, TextField } from '../../../core/http/fields/field-kinds.js';
import { CursorField, PageSize } from '../../../core/http/fields/page-fields.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { TicketParams } from '../lookup/ticket-id.request.js';
import { COMMENT_VISIBILITIES, type CommentVisibility } from '../rules/words.js';

const MAX_TEXT = 20_000;
const DEFAULT_PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 100;

export class CommentParams extends TicketParams {
  @StringField({ description: 'The comment.' })
  comment_id!: string;
}

export class CommentsRequest extends ClientChoice {
  @PageSize(MAX_PAGE_SIZE, DEFAULT_PAGE_SIZE)
  page_size: number = DEFAULT_PAGE_SIZE;

  @CursorField('next_cursor')
  cursor?: string;
}

export class CommentRequest {
  @TextField(1, MAX_TEXT, {
    lines: true,
    description: 'Plain text, stored encrypted. It can be redacted, and not edited.',
    example: 'It happened again at 10:15.',
  })
  text!: string;

  @EnumField(COMMENT_VISIBILITIES, {
    description: 'internal: only for our staff, who alone may choose it.',
    default: 'public',
    optional: true,
  })
  visibility: CommentVisibility = 'public';
}
