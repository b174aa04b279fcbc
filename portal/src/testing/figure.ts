import type { DefinitionResponse } from '../api/generated';

export const ROUTE = '/v1/calls/outcomes';
export const definition: DefinitionResponse = {
  key: 'outcomes.categories[id].count',
  version: 1,
  route: ROUTE,
  figure: 'categories[id].count',
  unit: 'calls',
  definition: 'Calls with this primary outcome.',
  conditions: { primary_outcome: '{id}' },
  zone_rule: 'range',
  zone: 'Dates are days of the zone.',
  left_out: [],
  freshness_rule: 'at_once',
  freshness: 'Has every call.',
};
const query = {
  client_id: 'client-a',
  start_date: '2026-10-01',
  end_date: '2026-10-31',
  timezone: 'UTC',
  direction: 'inbound',
  granularity: 'day',
  project_id: undefined,
};
export const of = { route: ROUTE, query, figure: definition.figure, keys: ['resolved'] };
