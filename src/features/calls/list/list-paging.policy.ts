import { validationFailed } from '../../../core/errors/platform-error.js';
import { rowsBefore } from '../../../core/http/pages.policy.js';
import { readOrder } from './list-order.policy.js';
import type { ListOrder } from './list-order.policy.js';

/** The parameters of a list besides its filter, as sent. */
interface ListingQuery {
  readonly page: number;
  readonly page_size: number;
  readonly sort_by?: string | undefined;
  readonly sort_order?: string | undefined;
  readonly cursor?: string | undefined;
  readonly include_total?: string | undefined;
}

/** What part of a list is asked for. */
export interface Listing {
  readonly order: ListOrder;
  readonly pageSize: number;
  readonly includeTotal: boolean;
  /** Counted from 1; null when a cursor says where to go on. */
  readonly page: number | null;
  readonly cursor: string | null;
}

/**
 * Reads how a list is to be cut and ordered (calls 5.1, 6.3).
 * @throws 400 validation_failed for a cursor beside a later page, and for an include_total that is no boolean
 */
export function readListing(query: ListingQuery): Listing {
  const { cursor, include_total: includeTotal = 'true' } = query;
  if (includeTotal !== 'true' && includeTotal !== 'false') {
    throw validationFailed({
      loc: ['query', 'include_total'],
      message: 'must be true or false',
      type: 'value_unknown',
    });
  }
  if (cursor !== undefined && query.page > 1) {
    throw validationFailed({
      loc: ['query', 'page'],
      message: 'cannot be combined with a cursor; send one of the two',
      type: 'page_and_cursor',
    });
  }
  return {
    order: readOrder(query.sort_by, query.sort_order),
    pageSize: query.page_size,
    includeTotal: includeTotal === 'true',
    page: cursor === undefined ? query.page : null,
    cursor: cursor ?? null,
  };
}

/**
 * The number of all calls where a page tells it by itself, so that no count is needed: the last page does, and it is
 * the only one of most searches. Null where it does not.
 * @param found how many calls were read for the page, the one behind it included
 */
export function totalToldBy({ page, pageSize }: Listing, found: number): number | null {
  const isLast = page !== null && found <= pageSize && (found > 0 || page === 1);
  return isLast ? rowsBefore(page, pageSize) + found : null;
}

/** The pagination object (calls 5.2); what was not counted, or has no number, is null. */
export interface ListPagination {
  readonly page: number | null;
  readonly page_size: number;
  readonly total_records: number | null;
  readonly total_pages: number | null;
}

export const paginationOf = ({ page, pageSize }: Listing, total: number | null): ListPagination => ({
  page,
  page_size: pageSize,
  total_records: total,
  total_pages: total === null ? null : Math.ceil(total / pageSize),
});
