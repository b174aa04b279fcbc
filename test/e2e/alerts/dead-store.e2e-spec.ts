import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StatusResponse } from '../../../src/features/alerts/status/status.response.js';
import { startTestApp, type TestApp } from '../../support/app.js';
import { createTestDatabases, type TestDatabases } from '../../support/databases.js';
import { FaultProxy, patientlyBehind } from '../../support/fault-proxy.js';
import { AlertStage, hoursFromNow } from './alert-stage.js';

describe('alerts while a tenant store is dead', () => {
  let databases: TestDatabases;
  let proxy: FaultProxy;
  let test: TestApp;
  let dead: AlertStage;

  beforeAll(async () => {
    databases = await createTestDatabases();
    proxy = await FaultProxy.before(databases.storeUrls.get('store-a')!);
    test = await startTestApp({ databases, settings: patientlyBehind(proxy, databases) });
    dead = await AlertStage.open(test);
    await dead.pausedCampaign('capacity');
    await dead.drift();
    await dead.request(hoursFromNow(-2), hoursFromNow(9));
  });
  afterAll(async () => {
    await test.close();
    await proxy.close();
    await databases.drop();
  });

  // alerts 3.5, 4.4, 5.4, 6.3
  it('name what is not known, never as 0, and leave the rest and the neighbours alone', async () => {
    const [paused] = (await dead.alerts('service_operator')).filter(({ kind }) => kind === 'campaign_paused');
    const other = await test.world.aTenant({ storeId: 'store-b' });
    const neighbour = await test.world.aUser(other, { role: 'client_admin' });
    await proxy.become('refuse');
    expect(await dead.list('partner_admin')).toMatchObject({
      items: [{ kind: 'runtime_drift' }],
      open_count: null,
      unavailable_kinds: [
        'webhook_degraded',
        'webhook_disabled',
        'runtime_silent',
        'campaign_paused',
        'wash_ends',
        'capacity_blocked',
      ],
    });
    expect(await dead.list('client_admin')).toMatchObject({
      items: [{ kind: 'caller_request_urgent' }],
      open_count: null,
      unavailable_kinds: ['webhook_degraded', 'webhook_disabled', 'capacity_blocked'],
    });
    const counts = await test
      .request()
      .get('/v1/portal/alert-counts')
      .set(dead.headers('client_admin'))
      .expect(200);
    expect(counts.body).toEqual({
      open_count: 0,
      is_complete: false,
      items: [{ client_id: dead.tenant.clientId, alerts: null }],
    });
    const [known] = await dead.alerts('client_admin');
    await dead.acknowledge('service_operator', known!.alert_id).expect(200);
    await dead.acknowledge('service_operator', paused!.alert_id).expect(503);
    const status = await dead.get('partner_admin', {}, '/v1/status').expect(200);
    expect((status.body as StatusResponse).items).toMatchObject([
      {
        runtime: { state: 'degraded' },
        store: { state: 'down', detail: 'not_answering' },
        deliveries: { state: 'unknown', detail: 'not_answering' },
        ingest: { state: 'unknown', detail: 'not_answering' },
        last_call_at_utc: null,
      },
    ]);
    const answer = await test
      .request()
      .get('/v1/alerts')
      .set({ Authorization: `Bearer ${neighbour.token()}` })
      .expect(200);
    expect(answer.body).toMatchObject({ items: [], open_count: 0, unavailable_kinds: [] });
    await proxy.heal();
  });
});
