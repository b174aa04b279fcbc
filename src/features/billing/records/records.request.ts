import { FilterField } from '../../../core/http/fields/field-kinds.js';
import { CursorField, PageSize } from '../../../core/http/fields/page-fields.js';
import { NamedClient } from '../rules/named-client.request.js';
import { RECONCILIATION_STATES, type ReconciliationState } from '../rules/reconciliation.policy.js';
import { METERS, type MeterId } from '../rules/charges/usage-charges.policy.js';
import { WINDOW_STATUSES, type WindowStatus } from './records.response.js';

const DEFAULT_PAGE_SIZE = 100;
/** A month of hours of one meter takes two pages. */
const MAX_PAGE_SIZE = 500;

class RecordsPage extends NamedClient {
  @PageSize(MAX_PAGE_SIZE, DEFAULT_PAGE_SIZE)
  page_size: number = DEFAULT_PAGE_SIZE;

  @CursorField('next_cursor')
  cursor?: string;

  @FilterField(METERS, { optional: true })
  meter_id?: MeterId;
}

export class AggregationRecordsRequest extends RecordsPage {
  @FilterField(WINDOW_STATUSES, { optional: true })
  status?: WindowStatus;
}

export class ReconciliationRecordsRequest extends RecordsPage {
  @FilterField(RECONCILIATION_STATES, { optional: true })
  state?: ReconciliationState;
}
