import { describe, expect, it } from 'vitest';
import { rangeOf } from '../../address/range';
import { filterQuery } from '../calls/filters';
import { callsOf } from './links';
import type { FigureName } from './names';

/** The query that the calls page sends for an address, without unset parameters. */
const asked = ({ client_id, zone, range, ...filters }: ReturnType<typeof callsOf>) =>
  JSON.parse(
    JSON.stringify({
      ...rangeOf(range, zone!, new Date()),
      ...filterQuery(filters),
      client_id,
      timezone: zone,
    }),
  ) as object;

// home 2.2, 2.3, 5.1; home.e2e-spec.ts compares the figures with lists by the same filters
describe('the link of a figure', () => {
  it.each<[FigureName, object]>([
    ['missed_inbound', { status: 'missed', direction: 'inbound', follow_up: 'not_done' }],
    ['upset', { sentiment: 'upset' }],
    ['total', {}],
  ])('asks for the calls that are counted and for no others: %s', (name, filter) => {
    for (const range of [
      { start_date: '2026-11-14', end_date: '2026-11-20' },
      { start_date: '2026-11-12T13:00:00.000Z', end_date: '2026-11-13T10:15:00.000Z' },
    ]) {
      const query = { ...filter, ...range, client_id: 'client-a', timezone: 'Australia/Sydney' };
      expect(asked(callsOf('client-a', name, range, 'Australia/Sydney'))).toEqual(query);
    }
  });
});
