import { beforeAll, describe, expect, it } from 'vitest';
import { withClient } from '../../support/databases.js';
import { useSharedApp } from '../../support/shared-app.js';
import { PlantedCampaigns } from '../campaigns/planted-campaigns.js';
import { bodyOf } from './client-fixture.js';

describe('the health of a client', () => {
  const test = useSharedApp();
  let desk: PlantedCampaigns;

  beforeAll(async () => {
    desk = await PlantedCampaigns.open(test);
  });

  const inStore = (statement: string) =>
    withClient(test.databases.superuser.storeUrls.get('store-a')!, (store) => store.query(statement));
  async function summary(): Promise<Record<string, unknown>> {
    const path = `/api/partner-clients/${desk.tenant.clientId}`;
    return bodyOf(await test.request().get(path).set(desk.admin).expect(200));
  }
  const stateNow = async () => ((await summary())['health'] as { state: unknown }).state;

  // partner-clients 4.3
  it('is unknown while the tenant store fails, and the rest of the summary and of the directory stands', async () => {
    expect(await stateNow()).toBe('healthy');
    await inStore('REVOKE SELECT ON campaigns FROM telephony_app');
    try {
      expect((await summary())['health']).toMatchObject({
        state: 'unknown',
        active_projects: { state: 'ready', count: 1 },
      });
      const directory = await test.request().get('/api/partner-clients').set(desk.admin).expect(200);
      expect(bodyOf(directory)).toMatchObject({ items: [{ projects: { state: 'ready', count: 1 } }] });
    } finally {
      await inStore('GRANT SELECT ON campaigns TO telephony_app');
    }
    expect(await stateNow()).toBe('healthy');
  });

  // partner-clients 3.3, 4.3
  it('shows no number of projects that cannot be read, and never 0', async () => {
    await test.world.sql('REVOKE SELECT ON project_drafts FROM telephony_requests');
    try {
      expect((await summary())['health']).toMatchObject({
        active_projects: { state: 'unavailable', count: null },
        drafts: { state: 'unavailable', count: null },
      });
    } finally {
      await test.world.sql('GRANT SELECT ON project_drafts TO telephony_requests');
    }
  });

  // partner-clients 4.3
  it('is attention for a campaign that the service paused, and not for one that a person did', async () => {
    await desk.campaign({ status: 'paused', status_reason: 'user' });
    expect(await stateNow()).toBe('healthy');
    await desk.campaign({ status: 'paused', status_reason: 'circuit_breaker' });
    expect(await stateNow()).toBe('attention');
  });
});
