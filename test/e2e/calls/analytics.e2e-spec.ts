import { beforeAll, describe, expect, it } from 'vitest';
import { aCall } from '../../support/builders.js';
import type { TestTenant } from '../../support/builders.js';
import {
  expectedOutcomes,
  expectedRecentCalls,
  expectedSummary,
} from '../../support/independent-analytics.js';
import type { Selection } from '../../support/independent-analytics.js';
import { expectedCallerMix } from '../../support/independent-caller-mix.js';
import { chance, randomCalls } from '../../support/random-calls.js';
import type { PostedCall } from '../../support/random-calls.js';
import { useSharedApp } from '../../support/shared-app.js';

describe('call analytics', () => {
  const test = useSharedApp();
  let tenant: TestTenant;
  let projects: string[];
  let readKey: string;
  let calls: PostedCall[];

  async function post(to: TestTenant, records: PostedCall[]): Promise<void> {
    const key = await test.world.aKey(to, 'runtime-ingest');
    const response = await test.request().post('/internal/v1/calls').set('X-API-Key', key).send(records);
    expect(response.body).toMatchObject({ accepted: records.length, rejected: 0, errors: [] });
  }

  const get = (path: string, query: object, key = readKey) =>
    test.request().get(path).set('X-API-Key', key).query(query);

  beforeAll(async () => {
    tenant = await test.world.aTenant();
    projects = [await test.world.aProject(tenant), await test.world.aProject(tenant)];
    readKey = await test.world.aKey(tenant, 'full-access');
    // The range contains the clock changes of both hemispheres.
    const span = { from: '2026-08-20T00:00:00Z', to: '2026-11-10T00:00:00Z' };
    calls = randomCalls(1000, chance(20_261_121), { projectIds: projects, ...span });
    await post(tenant, calls);

    const neighbour = await test.world.aTenant();
    const theirs = await test.world.aProject(neighbour);
    await post(neighbour, randomCalls(200, chance(7), { projectIds: [theirs], ...span }));
  });

  const SELECTIONS: Omit<Selection, 'project_id'>[] = [
    { start_date: '2026-08-20', end_date: '2026-11-10' },
    { start_date: '2026-09-01', end_date: '2026-09-30', timezone: 'Australia/Sydney' },
    { start_date: '2026-10-04', end_date: '2026-10-04', timezone: 'Australia/Sydney' },
    { start_date: '2026-10-25', end_date: '2026-10-25', timezone: 'Europe/Berlin' },
    { start_date: '2026-10-01', end_date: '2026-10-31', timezone: 'Asia/Kathmandu' },
    { start_date: '2026-10-04', end_date: '2026-10-10', timezone: 'Australia/Lord_Howe' },
    { start_date: '2026-10-01', end_date: '2026-10-31', solution_id: 'solution-1' },
    { start_date: '2026-12-01', end_date: '2026-12-31' },
  ];
  const INSTANTS: Omit<Selection, 'project_id'>[] = [
    { start_date: '2026-09-10T05:30:00Z', end_date: '2026-09-12T07:45:30.500Z' },
    { start_date: '2026-09-10T05:30:00+09:30', end_date: '2026-10-12T07:45:00-03:00' },
  ];
  const name = (s: object): string => Object.values(s).join(' ');

  describe.each([...SELECTIONS, ...INSTANTS].map((s) => [name(s), s] as const))('of %s', (_, selection) => {
    // calls 7.1, 7.2
    it('sums up the posted calls, with and without a project', async () => {
      for (const chosen of [selection, { ...selection, project_id: projects[0]! }]) {
        const response = await get('/v1/calls/summary', chosen);
        expect(response.status).toBe(200);
        expect(response.body).toEqual(expectedSummary(calls, chosen));
      }
    });

    // calls 8.1, 8.2, 8.4, 8.5
    it('distributes them over the outcomes', async () => {
      const chosen = { ...selection, project_id: projects[0]! };
      const response = await get('/v1/calls/outcomes', chosen);
      expect(response.status).toBe(200);
      expect(response.body).toMatchObject(expectedOutcomes(calls, chosen));
    });

    // calls 12.4
    it('lists the newest of them', async () => {
      const chosen = { ...selection, project_id: projects[1]! };
      const response = await get('/v1/calls/dashboard/privacy-aggregates', { ...chosen, recent_limit: 10 });
      expect(response.status).toBe(200);
      const expected = expectedRecentCalls(calls, chosen, 10);
      expect((response.body as { recent_calls: object[] }).recent_calls).toMatchObject(expected);
      expect((response.body as { recent_calls: object[] }).recent_calls).toHaveLength(expected.length);
    });
  });

  // calls 13.2, 13.3
  it.each(SELECTIONS.map((s) => [name(s), s] as const))('mixes the callers of %s', async (_, selection) => {
    const chosen = { ...selection, project_id: projects[0]! };
    const response = await get('/v1/calls/dashboard/privacy-aggregates', chosen);
    expect((response.body as { caller_mix: object }).caller_mix).toEqual(expectedCallerMix(calls, chosen));
  });

  // calls 7.3
  // requests 9.5
  it('finds no calls in an hour that a day leaves out', async () => {
    const [project_id] = projects;
    const hour = { start_date: '2026-10-04T02:00', end_date: '2026-10-04T02:59:59.999' };
    const query = { ...hour, timezone: 'Australia/Sydney', project_id };
    const totals = ['summary', 'outcomes', 'sentiment', 'timeline', 'timeline?granularity=hour', 'list'];
    for (const path of totals) {
      const { status, text } = await get(`/v1/calls/${path}`, query);
      expect([path, status]).toEqual([path, 200]);
      expect(text).not.toMatch(/"total_(calls|conversations|records)":[1-9]/);
    }
    const mix = await get('/v1/calls/dashboard/privacy-aggregates', query);
    expect(mix.body).toMatchObject({ recent_calls: [], caller_mix: { reason_code: 'no_calls' } });
  });

  it('names a currency only when every call has it and its local cost', async () => {
    const project = await test.world.aProject(tenant);
    const day = { start_date: '2026-07-01', end_date: '2026-07-01', project_id: project };
    const priced = {
      started_at_utc: '2026-07-01T03:00:00.000Z',
      cost_usd: 0.1,
      cost_local: 0.15,
      currency: 'AUD',
    };
    await post(tenant, [aCall(project, priced), aCall(project, { ...priced, cost_local: 0.2 })]);
    expect((await get('/v1/calls/summary', day)).body).toMatchObject({
      currency: 'AUD',
      total_cost_local: 0.35,
      avg_cost_local: 0.175,
      total_cost_usd: 0.2,
    });
    await post(tenant, [aCall(project, { ...priced, cost_local: undefined })]);
    expect((await get('/v1/calls/summary', day)).body).toMatchObject({
      currency: null,
      total_cost_local: null,
      avg_cost_local: null,
      total_cost_usd: 0.3,
    });
  });

  describe('detail_available', () => {
    const range = { start_date: '2026-08-20', end_date: '2026-11-10' };
    // calls 5.4
    it.each([
      ['client_admin', true],
      ['partner_admin', true],
      ['client_manager', false],
      ['client_staff', false],
      ['service_admin', false],
    ] as const)('is %s session: %s', async (role, expected) => {
      const user = await test.world.aUser(tenant, { role });
      const response = await test
        .request()
        .get('/v1/calls/dashboard/privacy-aggregates')
        .set('Authorization', `Bearer ${user.token()}`)
        .query({ ...range, project_id: projects[0], client_id: tenant.clientId });
      const { recent_calls: recent } = response.body as { recent_calls: { detail_available: boolean }[] };
      expect(recent.map((call) => call.detail_available)).toEqual(Array(5).fill(expected));
    });

    it('is false for an API key, whatever its scope', async () => {
      const key = await test.world.aKey(tenant, 'client_admin');
      const response = await get(
        '/v1/calls/dashboard/privacy-aggregates',
        { ...range, project_id: projects[0] },
        key,
      );
      const { recent_calls: recent } = response.body as { recent_calls: { detail_available: boolean }[] };
      expect(recent.every((call) => !call.detail_available)).toBe(true);
    });
  });

  describe('the audit event dashboard_privacy_aggregates_read', () => {
    const events = (clientId: string) =>
      test.world.sql<{ outcome: string; metadata: Record<string, unknown>; request_id: string }>(
        `SELECT outcome, metadata, request_id FROM audit_events
          WHERE client_id = $1 AND action = 'dashboard_privacy_aggregates_read' ORDER BY occurred_at, event_id`,
        [clientId],
      );
    const range = { start_date: '2026-10-01', end_date: '2026-10-02' };

    // calls 12.5
    it('is written for a read and for a project out of scope', async () => {
      const own = await test.world.aTenant();
      const project = await test.world.aProject(own);
      const key = await test.world.aKey(own, 'read-only');
      const path = '/v1/calls/dashboard/privacy-aggregates';
      const read = await get(path, { ...range, project_id: project }, key);
      expect(read.status).toBe(200);
      const denied = await get(path, { ...range, project_id: projects[0] }, key);
      expect(denied.status).toBe(404);
      expect(await events(own.clientId)).toEqual([
        {
          outcome: 'success',
          metadata: { project_id: project, recent_calls: 0, caller_mix: 'no_calls' },
          request_id: read.headers['x-request-id'],
        },
        {
          outcome: 'denied',
          metadata: { project_id: projects[0] },
          request_id: denied.headers['x-request-id'],
        },
      ]);
    });
  });

  describe('bad input', () => {
    // calls 4.7; requests 9.8
    it.each([
      ['/v1/calls/summary', { start_date: '2026-02-30' }, 'start_date'],
      ['/v1/calls/summary', { start_date: '2026-10-02', end_date: '2026-10-01' }, 'start_date'],
      ['/v1/calls/summary', { start_date: '2025-01-01', end_date: '2026-10-01' }, 'start_date'],
      ['/v1/calls/summary', { end_date: 'yesterday' }, 'end_date'],
      ['/v1/calls/summary', { timezone: 'Mars/Olympus' }, 'timezone'],
      ['/v1/calls/summary', { timezone: '+10:00' }, 'timezone'],
      ['/v1/calls/summary', { solution_id: 'a\u0000b' }, 'solution_id'],
      ['/v1/calls/summary', { start_date: ['2026-10-01', '2026-10-02'] }, 'start_date'],
      ['/v1/calls/outcomes', { start_date: '2026-10-01', end_date: '2026-10-02' }, 'project_id'],
      [
        '/v1/calls/outcomes',
        { project_id: '', start_date: '2026-10-01', end_date: '2026-10-02' },
        'project_id',
      ],
    ])('%s %j names the field', async (path, query, field) => {
      const response = await get(path, query);
      expect(response.status).toBe(422);
      expect(response.body).toMatchObject({ error: 'Validation error', status_code: 422 });
      const { details } = response.body as { details: { loc: string[] }[] };
      expect(details.map((detail) => detail.loc)).toContainEqual(['query', field]);
    });

    // calls 12.2
    it.each([
      ['agent', 'Ava'],
      ['caller', '+61 *** *** 123'],
      ['search', 'room'],
      ['status', 'completed'],
      ['primary_outcome', 'resolved'],
      ['sentiment', 'upset'],
      ['disconnection_reason', 'failed'],
      ['direction', 'inbound'],
      ['channel', 'phone'],
      ['provider_label', 'primary'],
      ['campaign_id', 'campaign-1'],
      ['human_escalation', 'true'],
      ['version', '1'],
      ['follow_up', 'open'],
      ['follow_up_owner', 'someone'],
      ['follow_up_tag', 'quote'],
      ['min_duration_seconds', '10'],
      ['max_duration_seconds', '20'],
    ])('of the privacy aggregates cannot be narrowed by %s=%s', async (name, value) => {
      const range = { start_date: '2026-10-01', end_date: '2026-10-02', project_id: projects[0] };
      await get('/v1/calls/list', { ...range, [name]: value }).expect(200);
      const response = await get('/v1/calls/dashboard/privacy-aggregates', { ...range, [name]: value });
      expect(response.status).toBe(422);
      expect(response.body).toMatchObject({ details: [{ loc: ['query', name] }] });
    });

    // calls 12.1
    it.each(['0', '11', '1.5', 'ten', '-1', ''])('recent_limit %j is refused', async (limit) => {
      const range = { start_date: '2026-10-01', end_date: '2026-10-02', project_id: projects[0] };
      const response = await get('/v1/calls/dashboard/privacy-aggregates', { ...range, recent_limit: limit });
      expect(response.status).toBe(422);
    });
  });
});
