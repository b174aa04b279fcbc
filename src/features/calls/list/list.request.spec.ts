import { describe, expect, it } from 'vitest';
import { RequestValidationPipe } from '../../../core/server/validation.pipe.js';
import type { ListOrder } from './list-order.policy.js';
import { CallListRequest } from './list.request.js';

const pipe = new RequestValidationPipe();
const parse = (query: object): Promise<CallListRequest> =>
  pipe.transform(query, { type: 'query', metatype: CallListRequest }) as Promise<CallListRequest>;

const NEWEST_FIRST: ListOrder = { key: 'started_at_utc', direction: 'desc' };

// calls 5.6
describe('the order of a list', () => {
  it.each<[string | undefined, string | undefined, ListOrder]>([
    [undefined, undefined, NEWEST_FIRST],
    ['started_at_utc', 'desc', NEWEST_FIRST],
    ['duration_seconds', undefined, { key: 'duration_seconds', direction: 'desc' }],
    ['call_status', 'asc', { key: 'call_status', direction: 'asc' }],
    ['primary_outcome', 'asc', { key: 'primary_outcome', direction: 'asc' }],
    ['agent_name', 'asc', { key: 'started_at_utc', direction: 'asc' }],
    ['Call_Status', undefined, NEWEST_FIRST],
    ['', '', NEWEST_FIRST],
    ['constructor', 'ascending', NEWEST_FIRST],
    ['started_at_utc; DROP TABLE calls', 'ASC', NEWEST_FIRST],
  ])('sort_by %j and sort_order %j', async (sort_by, sort_order, expected) => {
    const query = {
      ...(sort_by !== undefined && { sort_by }),
      ...(sort_order !== undefined && { sort_order }),
    };
    const { sort_by: key, sort_order: direction } = await parse(query);
    expect({ key, direction }).toEqual(expected);
  });

  it('is one, not two', async () => {
    await expect(parse({ sort_by: ['call_status', 'duration_seconds'] })).rejects.toMatchObject({
      entry: { status: 422 },
      fields: [{ loc: ['query', 'sort_by'], type: 'is_string' }],
    });
  });
});
