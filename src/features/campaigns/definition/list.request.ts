import { FilterField, IdentifierField, SortField, TextField } from '../../../core/http/fields/field-kinds.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { PageNumber, PageSize } from '../../../core/http/fields/page-fields.js';
import { CALL_TYPES, CAMPAIGN_STATUSES, type CallType, type CampaignStatus } from '../rules/statuses.js';
import { SORT_KEYS, SORT_ORDERS, type SortKey, type SortOrder } from './list-order.policy.js';

const DEFAULT_PAGE_SIZE = 20;
/** From the contract (campaigns 2.7), like the other limits here. */
const MAX_PAGE_SIZE = 100;
const MAX_SEARCH = 120;

export class CampaignListRequest extends ClientChoice {
  @PageNumber()
  page: number = 1;

  @PageSize(MAX_PAGE_SIZE, DEFAULT_PAGE_SIZE)
  page_size: number = DEFAULT_PAGE_SIZE;

  @SortField(SORT_KEYS, 'updated_at_utc', {
    description: 'Anything else counts as the default. Names ignore case; ties are ordered by id.',
    default: 'updated_at_utc',
  })
  sort_by: SortKey = 'updated_at_utc';

  @SortField(SORT_ORDERS, 'desc', { description: 'Anything but asc counts as desc.', default: 'desc' })
  sort_order: SortOrder = 'desc';

  @IdentifierField({ description: 'Campaigns of this project; 404 if you cannot see it.', optional: true })
  project_id?: string;

  @FilterField(CAMPAIGN_STATUSES, { optional: true })
  status?: CampaignStatus;

  @FilterField(CALL_TYPES, { optional: true })
  campaign_call_type?: CallType;

  @TextField(0, MAX_SEARCH, { description: 'Part of the name, regardless of case.', optional: true })
  search?: string;
}
