import { describe, expect, it } from 'vitest';
import { paginationOf, rowsBefore } from './pages.policy.js';

// requests 7.1, 7.2
describe('pages', () => {
  it.each([
    [1, 20, 0],
    [2, 20, 20],
    [501, 100, 50_000],
    [999_999_999_999_999, 100, Number.MAX_SAFE_INTEGER],
  ])('before page %i of %i rows lie %i', (page, size, before) => {
    expect(rowsBefore(page, size)).toBe(before);
  });

  it.each([
    [0, 0],
    [1, 1],
    [20, 1],
    [21, 2],
    [1339, 67],
  ])('%i rows fill %i of them', (total, pages) => {
    expect(paginationOf(3, 20, total)).toEqual({
      page: 3,
      page_size: 20,
      total_records: total,
      total_pages: pages,
    });
  });
});
