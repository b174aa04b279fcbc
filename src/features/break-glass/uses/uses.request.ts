import { StringField, TextField, UuidField } from '../../../core/http/fields/field-kinds.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { PageNumber, PageSize } from '../../../core/http/fields/page-fields.js';

const DEFAULT_PAGE_SIZE = 20;
const MAX_PAGE_SIZE = 100;
const DEFAULT_ACTS = 100;
const MAX_ACTS = 500;

/** POST /v1/security/break-glass/open. */
export class OpenUseRequest {
  @TextField(10, 500, {
    description: 'The fault, and what you are going to change; administrators read it.',
    example: 'The directory refuses every sign-in since its certificate ended.',
    lines: true,
  })
  reason!: string;
}

/** POST /v1/security/break-glass/close. */
export class CloseUseRequest {
  @UuidField({ description: 'The use; if left out, that of your own session.', optional: true })
  use_id?: string;
}

/** An id that no use can have is answered like an absent use: 404. */
export class UseParams {
  @StringField({ description: 'The use_id of the use, from the list.', format: 'uuid' })
  use_id!: string;
}

/** A page of what was done during a use. */
export class UseQuery extends ClientChoice {
  @PageNumber()
  page: number = 1;

  @PageSize(MAX_ACTS, DEFAULT_ACTS)
  page_size: number = DEFAULT_ACTS;
}

export class UsesQuery extends ClientChoice {
  @PageNumber()
  page: number = 1;

  @PageSize(MAX_PAGE_SIZE, DEFAULT_PAGE_SIZE)
  page_size: number = DEFAULT_PAGE_SIZE;
}
