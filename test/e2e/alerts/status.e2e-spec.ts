import { beforeAll, describe, expect, it } from 'vitest';
import type { ProjectStatus, StatusResponse } from '../../../src/features/alerts/status/status.response.js';
import type { PortalRole } from '../../../src/core/shared/roles.js';
import { aCall } from '../../support/builders.js';
import { useSharedApp } from '../../support/shared-app.js';
import { AlertStage } from './alert-stage.js';

describe('the status of projects', () => {
  const test = useSharedApp();
  let stage: AlertStage;
  let runtime: string;
  beforeAll(async () => {
    stage = await AlertStage.open(test);
    runtime = await test.world.aKey(stage.tenant, 'runtime-ingest');
  });
  const show = async (role: PortalRole = 'partner_admin', query: object = {}): Promise<StatusResponse> =>
    (await stage.get(role, query, '/v1/status').expect(200)).body as StatusResponse;
  const first = async (): Promise<ProjectStatus> => (await show()).items[0]!;
  const ingest = (fields: object) =>
    test
      .request()
      .post('/internal/v1/calls')
      .set('X-API-Key', runtime)
      .send([aCall(stage.projectId, { ...fields })])
      .expect(200);
  const ended = (minutesAgo: number) => ({
    started_at_utc: new Date(Date.now() - (minutesAgo + 2) * 60_000).toISOString(),
    ended_at_utc: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
  });

  // alerts 5.1, 5.2, 5.3, 5.4
  it('says of each part what is known, and unknown of what is not', async () => {
    expect(await first()).toEqual({
      project_id: stage.projectId,
      display_name: stage.projectId,
      runtime: { state: 'unknown', since_utc: expect.any(String) as string, detail: 'not_reported' },
      store: { state: 'ok', since_utc: null, detail: 'answers' },
      deliveries: { state: 'ok', since_utc: null, detail: 'no_webhook' },
      failing_receivers: [],
      ingest: { state: 'unknown', since_utc: null, detail: 'no_calls' },
      last_call_at_utc: null,
    });
  });

  // alerts 5.3
  it('follows the runtime', async () => {
    const { mend } = await stage.drift();
    expect((await first()).runtime).toMatchObject({ state: 'degraded', detail: 'runs_other' });
    await mend();
    expect((await first()).runtime).toMatchObject({ state: 'ok', detail: 'runs_published' });
  });

  // alerts 5.5
  it('follows the receivers of webhooks', async () => {
    const failing = await stage.failingWebhook(null);
    expect((await first()).deliveries).toMatchObject({ state: 'degraded', detail: 'receiver_failing' });
    const off = await stage.failingWebhook('gone');
    expect((await first()).deliveries).toMatchObject({ state: 'down', detail: 'receiver_failing' });
    // alerts 5.7
    await stage.answered(off.subjectId, 410);
    const gone = { disabled_reason: 'gone', last_answer: '410' };
    const receivers = [
      { ...gone, host: 'hooks.acme.example', since_utc: expect.any(String) as string },
      expect.objectContaining({ disabled_reason: null, last_answer: null }),
    ];
    expect((await first()).failing_receivers).toEqual(receivers);
    const [ofCustomer] = (await show('client_admin')).items;
    expect(ofCustomer!.failing_receivers).toEqual(receivers);
    const [ofStaff] = (await show('client_staff')).items;
    expect(ofStaff!.failing_receivers[0]).toMatchObject({ ...gone, host: null });
    await Promise.all([failing.mend(), off.mend()]);
    expect((await first()).failing_receivers).toEqual([]);
    expect((await first()).deliveries).toMatchObject({ state: 'ok', detail: 'nothing_sent' });
    await stage.reached(failing.subjectId);
    expect((await first()).deliveries).toMatchObject({ state: 'ok', detail: 'delivering' });
  });

  // alerts 5.1, 5.6
  it('follows how the last call came in', async () => {
    await ingest(ended(11));
    expect((await first()).ingest).toMatchObject({ state: 'degraded', detail: 'late' });
    const last = ended(0);
    await ingest(last);
    expect(await first()).toMatchObject({
      ingest: { state: 'ok', since_utc: null, detail: 'on_time' },
      last_call_at_utc: last.ended_at_utc,
    });
  });

  // alerts 1.3, 5.1
  it('lists projects by name and page, without archived ones, to each person those that they see', async () => {
    const own = await AlertStage.open(test);
    await test.world.archive(own.projectId);
    const ids = [await test.world.aProject(own.tenant), await test.world.aProject(own.tenant)];
    for (const [n, name] of ['zulu', 'Alpha'].entries())
      await own.sql(
        'UPDATE projects SET display_name = $4 WHERE client_id = $1 AND data_env = $2 AND project_id = $3',
        ids[n],
        name,
      );
    await test.world.assignProject(own.people.get('partner_user')!, own.tenant, ids[0]!);
    const names = async (role: PortalRole, query: object = {}) => {
      const answer = await own.get(role, query, '/v1/status').expect(200);
      return (answer.body as StatusResponse).items.map((it) => it.display_name);
    };
    expect(await names('client_staff')).toEqual(['Alpha', 'zulu']);
    expect(await names('service_operator', { page: 2, page_size: 1 })).toEqual(['zulu']);
    expect(await names('partner_user')).toEqual(['zulu']);
    expect(await names('partner_user', { project_id: ids[0] })).toEqual(['zulu']);
    // alerts 5.1
    const owners = (await own.sql(
      `SELECT p.name FROM partner_client_ownerships w JOIN partner_organisations p USING (organisation_id)
        WHERE w.client_id = $1 AND $2::text IS NOT NULL`,
    )) as { name: string }[];
    const { partners } = (await own.get('client_admin', {}, '/v1/status').expect(200)).body as StatusResponse;
    expect(partners.toSorted()).toEqual(owners.map(({ name }) => name).toSorted());
    expect(partners).not.toEqual([]);
    await own.get('partner_user', { project_id: ids[1] }, '/v1/status').expect(404);
  });
});
