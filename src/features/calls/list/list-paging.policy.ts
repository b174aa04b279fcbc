import { validationFailed } from '../../../core/shared/platform-error.js';
import { rowsBefore } from '../../../core/http/paging/pages.policy.js';
import type { ListOrder } from './list-order.policy.js';
import type { CallListRequest } from './list.request.js';
import type { CallListPaginationResponse } from './list.response.js';

/** The parameters of a list besides its filter. */
type ListingQuery = Pick<
  CallListRequest,
  'page' | 'page_size' | 'sort_by' | 'sort_order' | 'cursor' | 'include_total'
>;

/** The requested part of a list. */
export interface Listing {
  readonly order: ListOrder;
  readonly pageSize: number;
  readonly includeTotal: boolean;
  /** Counted from 1; null if there is a cursor. */
  readonly page: number | null;
  readonly cursor: string | null;
}

/**
 * Reads the page and the order of a list (calls 5.1, 6.3).
 * @throws 400 validation_failed for a cursor together with a later page
 */
export function readListing(query: ListingQuery): Listing {
  const { cursor } = query;
  if (cursor !== undefined && query.page > 1) {
    throw validationFailed({
      loc: ['query', 'page'],
      message: 'cannot be combined with a cursor; send one of the two',
      type: 'page_and_cursor',
    });
  }
  return {
    order: { key: query.sort_by, direction: query.sort_order },
    pageSize: query.page_size,
    includeTotal: query.include_total !== 'false',
    page: cursor === undefined ? query.page : null,
    cursor: cursor ?? null,
  };
}

/**
 * The number of all calls if it follows from the page itself, so that no count is needed: as on the
 * last page, which most searches only have. Null for other pages.
 * @param found how many calls were read for the page, including the one after it
 */
export function totalFromPage({ page, pageSize }: Listing, found: number): number | null {
  const isLast = page !== null && found <= pageSize && (found > 0 || page === 1);
  return isLast ? rowsBefore(page, pageSize) + found : null;
}

/** The pagination object (calls 5.2); numbers that were not counted or do not exist are null. */
export const paginationOf = (
  { page, pageSize }: Listing,
  total: number | null,
): CallListPaginationResponse => ({
  page,
  page_size: pageSize,
  total_records: total,
  total_pages: total === null ? null : Math.ceil(total / pageSize),
});
