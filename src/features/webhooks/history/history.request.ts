import {
  FilterField,
  IdentifierField,
  StringField,
  UuidField,
} from '../../../core/http/fields/field-kinds.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { CursorField, PageSize } from '../../../core/http/fields/page-fields.js';
import { EVENT_TYPES, STATUS_FILTERS } from '../rules/vocabulary.js';

const DEFAULT_PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 100;

export class DeliveryHistoryQuery extends ClientChoice {
  @IdentifierField({
    description: 'Only deliveries of this project.',
    example: 'acme-dental-front-desk-k3vq72',
    optional: true,
  })
  project_id?: string;

  @UuidField({ description: 'Only deliveries of this webhook, which may be a deleted one.', optional: true })
  webhook_id?: string;

  @FilterField(STATUS_FILTERS, {
    description: '`not_cancelled`: every status but `cancelled`.',
    optional: true,
  })
  status?: string;

  @FilterField(EVENT_TYPES, { optional: true })
  event_type?: string;

  @PageSize(MAX_PAGE_SIZE, DEFAULT_PAGE_SIZE)
  page_size: number = DEFAULT_PAGE_SIZE;

  @CursorField('next_cursor')
  cursor?: string;
}

/** The path of a route about one delivery. A malformed id is answered like an unknown one: 404. */
export class DeliveryParams {
  @StringField({ description: 'The delivery_id of the delivery, from the history.', format: 'uuid' })
  delivery_id!: string;
}
