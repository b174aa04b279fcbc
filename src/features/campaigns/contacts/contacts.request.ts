import { FilterField, SortField, TextField } from '../../../core/http/fields/field-kinds.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { PageNumber, PageSize } from '../../../core/http/fields/page-fields.js';
import { CONTACT_STATUSES, DISPOSITIONS, NOT_CALLABLE_REASONS } from '../rules/statuses.js';
import type { ContactStatus, Disposition, NotCallableReason } from '../rules/statuses.js';
import { CONTACT_SORT_KEYS, type ContactSortKey } from './contact-filter.policy.js';

const DEFAULT_PAGE_SIZE = 50;
/** The contract's maximum (campaigns 3.6). */
const MAX_PAGE_SIZE = 200;

const BOOLEANS = ['true', 'false'] as const;

export class ContactListRequest extends ClientChoice {
  @PageNumber()
  page: number = 1;

  @PageSize(MAX_PAGE_SIZE, DEFAULT_PAGE_SIZE)
  page_size: number = DEFAULT_PAGE_SIZE;

  @SortField(CONTACT_SORT_KEYS, 'created_at_utc', {
    description: 'Anything else counts as the default. Ties are ordered by contact_id.',
    default: 'created_at_utc',
  })
  sort_by: ContactSortKey = 'created_at_utc';

  @SortField(['asc', 'desc'], 'desc', { description: 'Anything but asc counts as desc.', default: 'asc' })
  sort_order: 'asc' | 'desc' = 'asc';

  @FilterField(CONTACT_STATUSES, { optional: true })
  status?: ContactStatus;

  @FilterField(DISPOSITIONS, { description: 'How the last attempt ended.', optional: true })
  disposition?: Disposition;

  @FilterField(BOOLEANS, { optional: true })
  callable?: 'true' | 'false';

  @FilterField(NOT_CALLABLE_REASONS, {
    description: 'Only contacts that are not callable for this reason.',
    optional: true,
  })
  validation_code?: NotCallableReason;

  @FilterField(BOOLEANS, {
    description: 'If true, only contacts whose next attempt is due; false has no effect.',
    optional: true,
  })
  retry_due?: 'true' | 'false';

  @TextField(1, 128, {
    description: 'Only the contact with exactly this external_contact_id.',
    optional: true,
  })
  external_contact_id?: string;
}
