import { describe, expect, it } from 'vitest';
import { essence } from '../access/attempts.js';
import { perSuite } from '../../support/frames.js';
import { aBillingFixture, lasting, useBilling } from './billing-fixture.js';

const AN_ALERT = { meter_id: 'minutes', threshold_type: 'included_percent', threshold_value: 80 };
const NO_ALERT = '01933a5c-7c1e-7b7a-9a51-3a1f0c2b4d5e';

describe('usage alerts', () => {
  const billing = useBilling();
  const { test } = billing;

  const desk = perSuite(() => aBillingFixture(test, billing.provider));
  const foreign = perSuite(() => aBillingFixture(test, billing.provider));

  const idOf = async (of = desk): Promise<string> => {
    const made = await of.alerts('post', '', { body: AN_ALERT }).expect(200);
    return (made.body as { alert_id: string }).alert_id;
  };

  // billing 16.1
  it('are made, listed in that order, changed and taken away, by the client and by staff', async () => {
    const made = await desk
      .alerts('post', '', { body: { ...AN_ALERT, action: 'pause_campaigns' }, key: 'alert-1' })
      .expect(200);
    expect(made.body).toEqual({
      alert_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      ...AN_ALERT,
      project_id: null,
      action: 'pause_campaigns',
      is_capping: false,
      last_reached: null,
      created_at: expect.any(String) as string,
      updated_at: expect.any(String) as string,
    });
    const again = await desk
      .alerts('post', '', { body: { ...AN_ALERT, action: 'pause_campaigns' }, key: 'alert-1' })
      .expect(200);
    expect(again.body).toEqual(made.body);
    const { alert_id: id } = made.body as { alert_id: string };
    const project = await test.world.aProject(desk.tenant);
    const second = await desk
      .alerts('post', '', {
        body: { meter_id: 'sms_segments', project_id: project, threshold_type: 'units', threshold_value: 5 },
        headers: desk.staff,
      })
      .expect(200);
    expect(second.body).toMatchObject({ project_id: project, action: 'notify' });
    const changed = await desk
      .alerts('patch', `/${id}`, { body: { threshold_value: 90, action: 'notify' } })
      .expect(200);
    expect(changed.body).toMatchObject({ alert_id: id, threshold_value: 90, action: 'notify' });
    expect((await desk.get('/usage-alerts').expect(200)).body).toEqual({
      usage_alerts: [changed.body, second.body],
    });
    const removed = await desk.alerts('delete', `/${id}`).expect(200);
    expect(removed.body).toEqual({ alert_id: id, status: 'deleted' });
    await desk.alerts('delete', `/${id}`).expect(404);
    expect((await desk.get('/usage-alerts').expect(200)).body).toEqual({ usage_alerts: [second.body] });
    const rows = await test.world.sql<{ action: string }>(
      `SELECT action FROM audit_events WHERE client_id = $1 AND action LIKE 'billing.usage_alert%' ORDER BY occurred_at, event_id`,
      [desk.tenant.clientId],
    );
    expect(rows.map(({ action }) => action.replace('billing.usage_alert_', ''))).toEqual([
      'created',
      'created',
      'changed',
      'deleted',
    ]);
  });

  // billing 16.1, 16.2
  it.each([
    [{ meter_id: 'hours' }, 'meter_id'],
    [{ threshold_type: 'percent' }, 'threshold_type'],
    [{ threshold_value: 0 }, 'threshold_value'],
    [{ threshold_value: 0.5 }, 'threshold_value'],
    [{ threshold_value: '80' }, 'threshold_value'],
    [{ threshold_value: 10_001 }, 'threshold_value'],
    [{ action: 'pause' }, 'action'],
    [{ project_id: null }, 'project_id'],
    [{ recipients: ['jane@example.com'] }, 'recipients'],
  ])('refuse %j and name the field', async (fields, field) => {
    const answer = await desk.alerts('post', '', { body: { ...AN_ALERT, ...fields } }).expect(400);
    expect(answer.body).toMatchObject({
      code: 'validation_failed',
      field_errors: { [field]: expect.any(String) as string },
    });
  });

  // billing 16.2
  it('refuse charges of a project, and a change beyond what the type allows', async () => {
    const project = await test.world.aProject(desk.tenant);
    const body = { ...AN_ALERT, threshold_type: 'amount_cents', project_id: project };
    expect((await desk.alerts('post', '', { body }).expect(400)).body).toMatchObject({
      field_errors: { project_id: expect.any(String) as string },
    });
    const id = await idOf();
    expect(
      (await desk.alerts('patch', `/${id}`, { body: { threshold_value: 10_001 } }).expect(400)).body,
    ).toMatchObject({ field_errors: { threshold_value: expect.any(String) as string } });
  });

  // billing 16.1, 6.4
  it('answer what is foreign like what is not there: alerts and projects', async () => {
    const theirs = await idOf(foreign);
    for (const method of ['patch', 'delete'] as const) {
      const answers = [
        await desk.alerts(method, `/${theirs}`).expect(404),
        await desk.alerts(method, `/${NO_ALERT}`).expect(404),
        await desk.alerts(method, '/nonsense').expect(404),
      ];
      expect(essence(answers[0]!)).toEqual(essence(answers[1]!));
      expect(essence(answers[1]!)).toEqual(essence(answers[2]!));
    }
    const project = await test.world.aProject(foreign.tenant);
    const asked = (projectId: string) =>
      desk.alerts('post', '', { body: { ...AN_ALERT, project_id: projectId } }).expect(404);
    expect(essence(await asked(project))).toEqual(essence(await asked('project-nowhere')));
    expect((await foreign.get('/usage-alerts').expect(200)).body).toMatchObject({
      usage_alerts: [{ alert_id: theirs }],
    });
  });

  // access 4.6, billing 6.2
  it('and the other writes of billing name the client in the body alone', async () => {
    const query = `?client_id=${desk.tenant.clientId}`;
    const without = { client_id: undefined };
    const answers = await Promise.all([
      desk.alerts('post', query, { body: { ...AN_ALERT, ...without } }),
      desk.post(`/portal-session${query}`, { return_to: '/billing', ...without }),
      desk.post(`/invoice-recipients/unmask${query}`, without),
    ]);
    for (const { status, text } of answers) {
      expect(status, text).toBe(400);
      expect(text).toContain('"field_errors":{"client_id":"is required"}');
    }
  });

  // billing 6.3, 16.1
  it('are not there without a plan, and no more than fifty', async () => {
    const tenant = await test.world.aTenant();
    const headers = lasting(await test.world.aUser(tenant, { role: 'client_admin' }));
    const body = { ...AN_ALERT, client_id: tenant.clientId };
    await desk.alerts('post', '', { body, headers }).expect(404);
    await desk.get('/usage-alerts', { client_id: tenant.clientId }, headers).expect(404);
    const full = await aBillingFixture(test, billing.provider);
    await test.world.sql(
      `INSERT INTO billing_usage_alerts (client_id, data_env, meter_id, threshold_type, threshold_value, action, created_at, updated_at)
       SELECT $1, $2, 'minutes', 'units', n, 'notify', now(), now() FROM generate_series(1, 49) AS n`,
      [full.tenant.clientId, full.tenant.dataEnv],
    );
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => full.alerts('post', '', { body: AN_ALERT })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });
});
