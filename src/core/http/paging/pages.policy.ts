/** The pagination object (requests 7.1). */
export interface Pagination {
  readonly page: number;
  readonly page_size: number;
  readonly total_records: number;
  readonly total_pages: number;
}

/** How many rows come before a page; pages count from 1. */
export const rowsBefore = (page: number, pageSize: number): number =>
  Math.min((page - 1) * pageSize, Number.MAX_SAFE_INTEGER);

/** The totals are correct even for a page after the last one. */
export const paginationOf = (page: number, pageSize: number, total: number): Pagination => ({
  page,
  page_size: pageSize,
  total_records: total,
  total_pages: Math.ceil(total / pageSize),
});
