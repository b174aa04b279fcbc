import { describe, expect, it } from 'vitest';
import { toProjectDetail } from './project-detail.js';
import type { ProjectRecord } from './project-detail.js';

const RECORD: ProjectRecord = {
  project_id: 'acme-front-desk-k3vq72',
  client_id: 'acme',
  display_name: 'Front desk',
  timezone: 'Australia/Sydney',
  lifecycle_state: 'setup',
  rate_per_minute: '0.1500',
  currency: 'AUD',
  billing_model: 'per_minute',
  minimum_billable_seconds: 30,
  created_at: new Date('2026-10-01T00:00:00.001Z'),
  updated_at: new Date('2026-10-02T00:00:00.002Z'),
  created_by: 'user-1',
  latest_published_version: null,
  draft_etag: 'etag-1',
  staged_version: null,
  staged_percent: null,
  testing_override: null,
};

const NOW = new Date('2026-11-01T00:00:00Z');

describe('the project detail', () => {
  // projects 2.2
  it('shows exactly the fields of the contract', () => {
    expect(toProjectDetail(RECORD, NOW)).toEqual({
      project_id: 'acme-front-desk-k3vq72',
      client_id: 'acme',
      display_name: 'Front desk',
      timezone: 'Australia/Sydney',
      lifecycle_state: 'active',
      has_draft: true,
      latest_published_version_number: null,
      created_at: '2026-10-01T00:00:00.001Z',
      updated_at: '2026-10-02T00:00:00.002Z',
      created_by: 'user-1',
      initial_draft_etag: 'etag-1',
    });
  });

  // projects 2.3
  it('sums up the overrides of test calls where there are any', () => {
    const testing_override = {
      enabled: true,
      expires_at_utc: '2026-11-07T09:00:00Z',
      updated_at: '2026-10-31T09:00:00.123+00:00',
    };
    expect(toProjectDetail({ ...RECORD, testing_override }, NOW).testing_override_summary).toEqual({
      enabled: true,
      expires_at_utc: '2026-11-07T09:00:00.000Z',
      updated_at: '2026-10-31T09:00:00.123Z',
    });
  });

  it.each([
    ['are switched off', { enabled: false, expires_at_utc: null }],
    ['have ended', { enabled: true, expires_at_utc: '2026-10-31T23:59:59Z' }],
    ['end now', { enabled: true, expires_at_utc: '2026-11-01T10:00:00+10:00' }],
  ])('says nothing of overrides that %s', (_, override) => {
    const testing_override = { ...override, updated_at: '2026-10-30T00:00:00Z' };
    expect(toProjectDetail({ ...RECORD, testing_override }, NOW)).not.toHaveProperty(
      'testing_override_summary',
    );
  });

  it.each([
    ['setup', 'active'],
    ['active', 'active'],
    ['archived', 'archived'],
  ] as const)('of a project in %s says %s', (lifecycle_state, shown) => {
    expect(toProjectDetail({ ...RECORD, lifecycle_state }, NOW).lifecycle_state).toBe(shown);
  });

  it.each([
    [null, null, false, null],
    ['etag-1', null, true, 'etag-1'],
    ['etag-7', 3, true, null],
    [null, 3, false, null],
  ])(
    'with draft %j and version %j has a draft: %j, initial etag: %j',
    (draft, version, hasDraft, initial) => {
      expect(
        toProjectDetail({ ...RECORD, draft_etag: draft, latest_published_version: version }, NOW),
      ).toMatchObject({
        has_draft: hasDraft,
        initial_draft_etag: initial,
        latest_published_version_number: version,
      });
    },
  );
});
