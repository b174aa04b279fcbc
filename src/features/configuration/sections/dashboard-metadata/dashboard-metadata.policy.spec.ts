import { Value } from '@sinclair/typebox/value';
import { describe, expect, it } from 'vitest';
import { dashboardMetadataFindings } from './dashboard-metadata.policy.js';
import { DashboardMetadata } from './dashboard-metadata.schema.js';
import { section } from './dashboard-metadata.section.js';
import { dashboardSnapshot } from './dashboard-snapshot.policy.js';
import type { DashboardRecord } from './dashboard-snapshot.policy.js';

const found = (metadata: DashboardMetadata): string[] =>
  dashboardMetadataFindings(metadata).map(({ severity, code, path }) => `${severity} ${code} ${path}`);

describe('what validation finds in dashboard metadata', () => {
  it.each<[string, DashboardMetadata, string[]]>([
    ['nothing in the example', section.example, []],
    ['nothing where there is none', {}, []],
    ['nothing in what a new project begins with', { display_name: 'Front desk', timezone: 'UTC' }, []],
    ['an unknown zone', { timezone: 'Australia/Gotham' }, ['error timezone_unknown timezone']],
    ['an offset in place of a zone', { timezone: '+10:00' }, ['error timezone_unknown timezone']],
    [
      'a label twice',
      {
        labels: [
          { name: 'site', value: 'a' },
          { name: 'team', value: 'b' },
          { name: 'site', value: 'c' },
        ],
      },
      ['error label_repeated labels.2.name'],
    ],
    [
      'hours that overlap',
      {
        business_hours: [
          { day: 'monday', opens: '09:00', closes: '12:00' },
          { day: 'monday', opens: '11:00', closes: '17:00' },
        ],
      },
      ['error hours_overlap business_hours.1'],
    ],
    ['hours that are none', { business_hours: [] }, ['error hours_empty business_hours']],
    [
      'a telephone number in the description',
      { description: 'Ask Zoe on 0491 570 156.' },
      ['warning personal_data description'],
    ],
    [
      'an address in a label',
      { labels: [{ name: 'owner', value: 'zoe@example.com' }] },
      ['warning personal_data labels.0.value'],
    ],
    ['a number in a tag', { tags: ['sydney', '+61491570156'] }, ['warning personal_data tags.1']],
  ])('%s', (_, metadata, expected) => {
    expect(found(metadata)).toEqual(expected);
  });

  it.each<[string, unknown]>([
    ['a name of two letters', { display_name: 'Us' }],
    ['a name of 121 letters', { display_name: 'a'.repeat(121) }],
    ['a colour by name', { colour: 'red' }],
    ['an unknown icon', { icon: 'skull' }],
    ['an unknown field', { theme: 'dark' }],
    ['a null', { description: null }],
    ['a tag twice', { tags: ['a', 'a'] }],
    ['a tag of two lines', { tags: ['a\nb'] }],
    ['21 tags', { tags: Array.from({ length: 21 }, (__, index) => `tag ${index}`) }],
  ])('%s is not saved', (_, metadata) => {
    expect(Value.Check(DashboardMetadata, metadata)).toBe(false);
  });
});

describe('the snapshot that dashboards show', () => {
  const snapshotOf = (of: DashboardRecord, scope: Parameters<typeof dashboardSnapshot>[2] = 'client_staff') =>
    dashboardSnapshot('project', of, scope);

  const record: DashboardRecord = {
    display_name: 'Front desk',
    timezone: 'Australia/Sydney',
    lifecycle_state: 'active',
    version_number: 3,
    published_at: new Date('2026-10-31T00:00:00Z'),
    metadata: section.example,
    draft: null,
    draft_updated_at: null,
  };

  it('is what is published', () => {
    expect(snapshotOf(record)).toMatchObject({
      ...section.example,
      project_id: 'project',
      source: 'published',
      version_number: 3,
      published_at: '2026-10-31T00:00:00.000Z',
      has_unpublished_changes: false,
    });
  });

  it("is the project's own name and zone where nothing is published, and empty of all else", () => {
    const bare = {
      ...record,
      version_number: null,
      published_at: null,
      metadata: null,
      draft: {},
      draft_updated_at: new Date('2026-10-31T01:00:00Z'),
    };
    expect(snapshotOf(bare)).toEqual({
      project_id: 'project',
      display_name: 'Front desk',
      timezone: 'Australia/Sydney',
      lifecycle_state: 'active',
      description: null,
      labels: [],
      tags: [],
      colour: null,
      icon: null,
      business_hours: null,
      source: 'default',
      version_number: null,
      published_at: null,
      has_unpublished_changes: true,
      etag: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    });
  });

  it("takes what is published for the project's own name, and the name where that is left out", () => {
    const named = { ...record, metadata: { timezone: 'UTC', display_name: 'Reception' } };
    expect(snapshotOf(named)).toMatchObject({ display_name: 'Reception', timezone: 'UTC' });
    expect(snapshotOf({ ...record, metadata: {} })).toMatchObject({
      display_name: 'Front desk',
    });
  });

  it.each([
    ['setup', 'active'],
    ['active', 'active'],
    ['archived', 'archived'],
  ] as const)('of a project in state %s says %s', (lifecycle_state, shown) => {
    expect(snapshotOf({ ...record, lifecycle_state }).lifecycle_state).toBe(shown);
  });

  it.each<[Parameters<typeof dashboardSnapshot>[2], boolean]>([
    ['partner_admin', true],
    ['partner_user', true],
    ['client_admin', true],
    ['client_manager', false],
    ['client_staff', false],
    ['service_admin', false],
    ['service_operator', false],
    ['read-only', false],
    ['full-access', false],
  ])('shows a draft to %s: %s', (scope, isShown) => {
    const at = new Date('2026-10-31T01:00:00Z');
    const snapshot = snapshotOf(
      { ...record, draft: { display_name: 'Drafted' }, draft_updated_at: at },
      scope,
    );
    expect(JSON.stringify(snapshot).includes('Drafted')).toBe(isShown);
    expect('draft' in snapshotOf(record, scope)).toBe(isShown);
    expect(snapshot.has_unpublished_changes).toBe(true);
  });

  it('has an etag of its own for each state', () => {
    const states = [
      record,
      { ...record, draft: {}, draft_updated_at: new Date('2026-10-31T01:00:00Z') },
      { ...record, version_number: 4 },
      { ...record, metadata: {} },
    ];
    expect(new Set(states.map((it) => snapshotOf(it).etag)).size).toBe(states.length);
    expect(snapshotOf(record).etag).toBe(snapshotOf({ ...record }).etag);
  });
});
