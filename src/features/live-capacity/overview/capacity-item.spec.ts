import { describe, expect, it } from 'vitest';
import { toCapacityItem } from './capacity-item.js';
import type { OverviewRow } from './overview.queries.js';

const NOW = new Date('2026-11-20T10:00:00Z');
const ROW: OverviewRow = {
  project_id: 'project-1',
  concurrency_limit: 20,
  reserved_inbound: 5,
  inbound: 2,
  outbound: 3,
  queued: 1,
  blocked: 4,
  client_limit: 30,
  client_reserved: 0,
  client_inbound: 2,
  client_outbound: 3,
};
const itemOf = (row: Partial<OverviewRow>) => toCapacityItem('acme', { ...ROW, ...row }, NOW.toISOString());

// capacity 5.3
describe('an item of the overview', () => {
  it('shows all there is of a project', () => {
    expect(itemOf({})).toEqual({
      client_id: 'acme',
      project_id: 'project-1',
      concurrency_limit: 20,
      in_use: 5,
      reserved_inbound: 5,
      available: 12,
      utilisation_percent: 25,
      queued: 1,
      blocked_last_hour: 4,
      updated_at_utc: '2026-11-20T10:00:00.000Z',
    });
  });

  it('is of the client where it names no project', () => {
    expect(itemOf({ project_id: '' }).project_id).toBeNull();
  });

  it.each([
    ['the client has less left', { client_limit: 7 }, 2],
    ['the client has nothing left', { client_limit: 5 }, 0],
    ['the client is far over its limit', { client_limit: 5, client_inbound: 50 }, 0],
    ['it has no limit of its own', { concurrency_limit: null, reserved_inbound: null }, 25],
    ['the client has no limit', { concurrency_limit: null, client_limit: null, client_reserved: null }, 0],
  ])('has available what a dial could take: %s', (_, row, available) => {
    expect(itemOf(row).available).toBe(available);
  });

  it.each([
    [null, null],
    [0, 0],
    [5, 100],
    [4, 125],
    [3, 166.67],
  ])('of a limit of %s uses %s percent', (limit, percent) => {
    expect(itemOf({ concurrency_limit: limit, reserved_inbound: 0 }).utilisation_percent).toBe(percent);
  });

  it('has nothing reserved without a limit of its own', () => {
    expect(itemOf({ concurrency_limit: null, reserved_inbound: null })).toMatchObject({
      concurrency_limit: null,
      reserved_inbound: 0,
    });
  });
});
