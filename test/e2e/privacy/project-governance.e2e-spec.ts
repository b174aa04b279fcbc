import { Client } from 'pg';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { useTestApp } from '../../support/app.js';
import { aCall } from '../../support/builders.js';
import type { TestTenant } from '../../support/builders.js';
import { postCalls } from '../../support/post-calls.js';
import { TestClock } from '../../support/test-clock.js';
import { EVERY_KIND, PERSONAL, SUMMARY } from '../calls/personal-call.js';
import { CANARIES, tracesIn } from './canaries.js';

type Body = Record<string, unknown>;

const WHOLE = { start_date: '2026-10-01', end_date: '2026-10-31' };
// Ten days after the calls of `aCall` began.
const NOW = '2026-10-20T01:00:00.000Z';

describe('the published governance of a project', () => {
  const clock = new TestClock(new Date(NOW));
  const test = useTestApp({ clock });
  let tenant: TestTenant;
  let plain: string;
  let governed: string;
  let key: Record<string, string>;
  // Before the application opens a connection: connections to the metadata store keep the method
  // that they had when they opened.
  const statements = vi.spyOn(Client.prototype, 'query');

  beforeEach(async () => {
    clock.set(NOW);
    await test.world.sql('DELETE FROM throttle_hits');
    tenant = await test.world.aTenant();
    plain = await test.world.aProject(tenant);
    governed = await test.world.aProject(tenant);
    key = { 'X-API-Key': await test.world.aKey(tenant, 'full-access') };
  });
  afterAll(() => statements.mockRestore());

  const posted = async (projectId: string, fields: object = {}): Promise<string> => {
    const call = aCall(projectId, { ...PERSONAL, ...fields });
    await postCalls(test, tenant, [call]);
    return call['call_id'] as string;
  };
  const get = (path: string, query: object = {}, headers = key) =>
    test.request().get(`/v1/calls/${path}`).set(headers).query(query);
  const shown = async (path: string, query: object = {}, headers = key): Promise<Body> => {
    const response = await get(path, query, headers);
    expect(response.status, response.text).toBe(200);
    return response.body as Body;
  };
  const permitEverything = () => test.world.permitPii(tenant, 'full-access', ...EVERY_KIND);

  describe('about permissions', () => {
    // Fails if the tenant's policy still counts in addition to the project's governance. privacy
    // 1.4
    it('takes away what the tenant permits, in its own project alone', async () => {
      await permitEverything();
      await test.world.projectGovernance(tenant, governed, {
        piiPermissions: { client_admin: EVERY_KIND, 'full-access': [] },
      });
      const [closed, open] = [await posted(governed), await posted(plain)];
      const detail = await shown(closed);
      expect(detail).toMatchObject({
        summary: null,
        compliance: {
          pii_permitted: false,
          pii_kinds: [],
          transcript_status: 'available',
          summary_status: 'withheld',
        },
      });
      const answers = [
        detail,
        await shown(`${closed}/inline-preview`),
        (await get(`${closed}/transcript-download`)).text,
      ];
      expect(tracesIn(JSON.stringify(answers))).toEqual([]);
      expect(await shown(open)).toMatchObject({
        summary: SUMMARY,
        compliance: { pii_kinds: EVERY_KIND },
        caller: { number: CANARIES.phone },
      });
      expect(await shown(`${open}/inline-preview`)).toMatchObject({ summary: SUMMARY });
      expect((await get(`${open}/transcript-download`)).text).toContain(CANARIES.transcript);
    });

    // privacy 1.4
    it('gives nothing where the tenant has no policy', async () => {
      await test.world.projectGovernance(tenant, governed, {
        piiPermissions: { 'full-access': ['raw_caller', 'summary'] },
      });
      for (const projectId of [governed, plain]) {
        const answer = await shown(await posted(projectId));
        expect(answer).toMatchObject({ summary: null, compliance: { pii_kinds: [] } });
        expect(tracesIn(JSON.stringify(answer))).toEqual([]);
      }
    });

    it('gives a role nothing that the policy of the tenant does not give it', async () => {
      await test.world.permitPii(tenant, 'client_staff', ...EVERY_KIND);
      await test.world.projectGovernance(tenant, governed, {
        piiPermissions: { partner_admin: [...EVERY_KIND], client_staff: [...EVERY_KIND] },
      });
      const callId = await posted(governed);
      for (const [role, kinds] of [
        ['partner_admin', []],
        ['client_staff', EVERY_KIND],
      ] as const) {
        const user = await test.world.aUser(tenant, { role });
        const { compliance } = await shown(callId, {}, { Authorization: `Bearer ${user.token()}` });
        expect((compliance as Body)['pii_kinds'], role).toEqual(kinds);
      }
    });

    it('belongs to the roles it names', async () => {
      for (const role of ['client_staff', 'client_admin'] as const) {
        await test.world.permitPii(tenant, role, ...EVERY_KIND);
      }
      await test.world.projectGovernance(tenant, governed, { piiPermissions: { client_admin: ['summary'] } });
      const callId = await posted(governed);
      for (const [role, kinds] of [
        ['client_admin', ['summary']],
        ['client_staff', []],
      ] as const) {
        const user = await test.world.aUser(tenant, { role });
        const { compliance } = await shown(callId, {}, { Authorization: `Bearer ${user.token()}` });
        expect((compliance as Body)['pii_kinds'], role).toEqual(kinds);
      }
    });

    // privacy 1.4
    it("leaves to the tenant's policy what it says nothing of", async () => {
      await permitEverything();
      await test.world.projectGovernance(tenant, governed, { transcriptRetentionDays: 365 });
      expect(await shown(await posted(governed))).toMatchObject({ compliance: { pii_kinds: EVERY_KIND } });
    });

    it('of another tenant or environment says nothing here', async () => {
      await permitEverything();
      const staging = await test.world.aTenant({ clientId: tenant.clientId, dataEnv: 'staging' });
      await test.world.aProject(staging, { projectId: plain });
      await test.world.projectGovernance(staging, plain, { piiPermissions: {}, transcriptRetentionDays: 0 });
      expect(await shown(await posted(plain))).toMatchObject({ compliance: { pii_kinds: EVERY_KIND } });
    });

    // privacy 1.6
    it('is gone with the next request when it changes', async () => {
      await permitEverything();
      const callId = await posted(governed);
      await test.world.projectGovernance(tenant, governed, {
        piiPermissions: { 'full-access': ['summary'] },
      });
      expect(await shown(callId)).toMatchObject({ summary: SUMMARY });
      await test.world.projectGovernance(tenant, governed, { piiPermissions: {} });
      expect(await shown(callId)).toMatchObject({ summary: null });
    });

    it('costs a call one statement, whatever it says', async () => {
      await permitEverything();
      await test.world.projectGovernance(tenant, governed, { piiPermissions: {} });
      const callId = await posted(governed);
      for (const path of [callId, `${callId}/inline-preview`, `${callId}/transcript-download`]) {
        statements.mockClear();
        await get(path).expect(200);
        const texts = statements.mock.calls.map(([it]: readonly unknown[]) =>
          typeof it === 'string' ? it : String((it as { text?: unknown }).text),
        );
        expect(
          texts.filter((text) => /pii_policies|_governance/.test(text)),
          path,
        ).toHaveLength(1);
      }
    });
  });

  describe('about the filter by caller', () => {
    const [MINE, TWIN] = ['+61491570156', '+61491571156'];
    const count = async (query: object): Promise<unknown[]> => {
      const list = await shown('list', { ...WHOLE, caller: MINE, ...query });
      const summary = await shown('summary', { ...WHOLE, caller: MINE, ...query });
      return [(list['pagination'] as Body)['total_records'], summary['total_calls']];
    };
    /**
     * One call with the number itself, and one with a number that has the same mask, in both
     * projects.
     */
    const aCallOfEach = async (): Promise<void> => {
      for (const projectId of [plain, governed]) {
        for (const caller_number of [MINE, TWIN]) await posted(projectId, { caller_number });
      }
    };

    // Fails if a list over all projects uses the tenant's policy: it would reveal the strict
    // project's callers. calls 4.5; privacy 1.5
    it('over all projects is exact for nobody whom one of them refuses', async () => {
      await permitEverything();
      await aCallOfEach();
      expect(await count({})).toEqual([2, 2]);
      await test.world.projectGovernance(tenant, governed, {
        piiPermissions: { 'full-access': ['summary'] },
      });
      expect(await count({})).toEqual([4, 4]);
      expect(await count({ project_id: plain })).toEqual([1, 1]);
      expect(await count({ project_id: governed })).toEqual([2, 2]);
    });

    it('is exact in no project where the tenant has no policy', async () => {
      await test.world.projectGovernance(tenant, governed, {
        piiPermissions: { 'full-access': ['raw_caller'] },
      });
      await aCallOfEach();
      expect(await count({ project_id: governed })).toEqual([2, 2]);
      expect(await count({ project_id: plain })).toEqual([2, 2]);
      expect(await count({})).toEqual([4, 4]);
    });

    // privacy 1.5
    it('is exact over all where tenant and projects permit it', async () => {
      await permitEverything();
      await test.world.projectGovernance(tenant, governed, {
        piiPermissions: { 'full-access': ['raw_caller'] },
      });
      await aCallOfEach();
      expect(await count({})).toEqual([2, 2]);
    });

    // calls 6.6
    it('ends a cursor of exact answers when a project begins to refuse', async () => {
      await permitEverything();
      await aCallOfEach();
      const query = { ...WHOLE, caller: MINE, page_size: 1 };
      const { next_cursor } = await shown('list', query);
      await test.world.projectGovernance(tenant, governed, { piiPermissions: {} });
      await get('list', { ...query, cursor: next_cursor }).expect(400);
    });
  });
});
