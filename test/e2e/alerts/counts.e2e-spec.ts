import { beforeAll, describe, expect, it } from 'vitest';
import type { AlertCountsOfClients } from '../../../src/features/alerts/counts/counts.response.js';
import type { PortalRole } from '../../../src/core/shared/roles.js';
import { useSharedApp } from '../../support/shared-app.js';
import { bearer } from '../access/callers.js';
import { AlertStage, hoursFromNow } from './alert-stage.js';
import { bouncedAddress, givenUpWork, silentCall } from './causes.js';

const PATH = '/v1/portal/alert-counts';
const ROLES: readonly PortalRole[] = [
  'partner_admin',
  'partner_user',
  'client_admin',
  'client_staff',
  'service_operator',
];

describe('the counts of alerts', () => {
  const test = useSharedApp();
  let one: AlertStage;
  let other: AlertStage;

  const countsFor = async (headers: Record<string, string>) => {
    const { items } = (await test.request().get(PATH).set(headers).expect(200)).body as AlertCountsOfClients;
    return new Map(items.map((it) => [it.client_id, it.alerts]));
  };
  /** The open alerts of the list, counted by severity. */
  const listed = async (stage: AlertStage, role: PortalRole) => {
    const open = (await stage.alerts(role)).filter(({ state }) => state === 'open');
    const of = (severity: string): number => open.filter((it) => it.severity === severity).length;
    return { open: open.length, critical: of('critical'), warning: of('warning'), info: of('info') };
  };

  beforeAll(async () => {
    one = await AlertStage.open(test);
    other = await AlertStage.open(test, await test.world.aTenant({ storeId: 'store-b' }));
    await one.failingWebhook('gone');
    await one.failingWebhook(null);
    await one.webhook({ isEnabled: false });
    await one.webhook({ secretEnds: hoursFromNow(23) });
    await one.endingKey();
    await one.replacedKeyInUse();
    await one.drift();
    await one.pausedCampaign('circuit_breaker');
    await one.washedCampaign(hoursFromNow(-1));
    await one.refusedSlot(hoursFromNow(-0.5));
    await one.reachedThreshold('pause_campaigns');
    await bouncedAddress(one);
    await givenUpWork(one);
    await silentCall(one, hoursFromNow(-0.5));
    for (const stage of [one, other]) {
      await stage.request(hoursFromNow(-2), hoursFromNow(9));
      await stage.request(hoursFromNow(-9), hoursFromNow(-1));
    }
    await other.pausedCampaign('capacity');
  });

  // alerts 6.1, 6.2
  it.each(ROLES)('of a %s are those of the list, in each store', async (role) => {
    for (const stage of [one, other]) {
      const counts = await countsFor(stage.headers(role));
      expect([...counts.keys()]).toEqual([stage.tenant.clientId]);
      expect(counts.get(stage.tenant.clientId)).toEqual(await listed(stage, role));
    }
  });

  // alerts 6.1
  it('are of all clients of a person, each by its role, without what was acknowledged', async () => {
    const person = await test.world.aUser(one.tenant, { role: 'client_admin' });
    await test.world.assign(person, other.tenant, { role: 'service_operator' });
    const [overdue] = (await one.alerts('client_admin')).filter(
      ({ kind }) => kind === 'caller_request_overdue',
    );
    const before = await countsFor(bearer(person.token()));
    await one.acknowledge('service_operator', overdue!.alert_id).expect(200);
    const counts = await countsFor(bearer(person.token()));
    expect(counts.get(one.tenant.clientId)).toEqual(await listed(one, 'client_admin'));
    expect(counts.get(other.tenant.clientId)).toEqual(await listed(other, 'service_operator'));
    expect(counts.get(one.tenant.clientId)).not.toEqual(before.get(one.tenant.clientId));
  });

  // alerts 1.2
  it('are for people alone', async () => {
    const key = await test.world.aKey(one.tenant, 'partner_admin');
    await test.request().get(PATH).set('X-API-Key', key).expect(404);
  });
});
