import { describe, expect, it } from 'vitest';
import { PlatformError } from '../../../core/shared/platform-error.js';
import { paginationOf, readListing, totalFromPage } from './list-paging.policy.js';

const QUERY = { page: 1, page_size: 20, sort_by: 'started_at_utc', sort_order: 'desc' } as const;

// calls 5.1, 6.3
describe('what is asked of a list', () => {
  it('is the first twenty calls, newest first and counted, unless it says otherwise', () => {
    expect(readListing(QUERY)).toEqual({
      order: { key: 'started_at_utc', direction: 'desc' },
      pageSize: 20,
      includeTotal: true,
      page: 1,
      cursor: null,
    });
  });

  it('may be a later page, uncounted', () => {
    expect(
      readListing({
        ...QUERY,
        page: 7,
        page_size: 100,
        include_total: 'false',
        sort_by: 'call_status',
      }),
    ).toEqual({
      order: { key: 'call_status', direction: 'desc' },
      pageSize: 100,
      includeTotal: false,
      page: 7,
      cursor: null,
    });
  });

  it('has no page number where a cursor says where to go on', () => {
    expect(readListing({ ...QUERY, cursor: 'abc' })).toMatchObject({ page: null, cursor: 'abc' });
    expect(readListing({ ...QUERY, cursor: '' })).toMatchObject({ page: null, cursor: '' });
  });

  it('names the page in a 400 if it is sent with a cursor', () => {
    try {
      readListing({ ...QUERY, page: 2, cursor: 'abc' });
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(PlatformError);
      expect(error).toMatchObject({
        entry: { status: 400, code: 'validation_failed' },
        fields: [{ loc: ['query', 'page'] }],
      });
    }
  });
});

describe('pages', () => {
  it.each([
    [0, 0],
    [1, 1],
    [20, 1],
    [21, 2],
    [1339, 67],
  ])('%i calls fill %i of them', (total, pages) => {
    expect(paginationOf(readListing(QUERY), total)).toEqual({
      page: 1,
      page_size: 20,
      total_records: total,
      total_pages: pages,
    });
  });

  it.each<[number | null, number, number | null]>([
    [1, 0, 0],
    [1, 1, 1],
    [1, 20, 20],
    [1, 21, null],
    [3, 7, 47],
    [3, 20, 60],
    [3, 21, null],
    [3, 0, null],
    [null, 7, null],
    [null, 0, null],
  ])('page %j with %i calls found has a total of %j', (page, found, total) => {
    const listing = page === null ? { ...QUERY, cursor: 'abc' } : { ...QUERY, page };
    expect(totalFromPage(readListing(listing), found)).toBe(total);
  });

  it('are not numbered after a cursor, nor counted unasked', () => {
    expect(paginationOf(readListing({ ...QUERY, cursor: 'abc' }), null)).toEqual({
      page: null,
      page_size: 20,
      total_records: null,
      total_pages: null,
    });
  });
});
