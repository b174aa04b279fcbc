import { expect, it } from 'vitest';
import { plantContacts } from '../../support/campaign-contacts.js';
import { aCampaignFixture, aCampaignProject, CampaignFixture } from '../../support/campaigns.js';
import { inStore } from '../../support/databases.js';
import { useSharedApp } from '../../support/shared-app.js';
import { CapacityFixture } from './capacity-fixture.js';

const test = useSharedApp();

const WAITING = [{ status: 'pending' }, { status: 'pending_dispatch' }, { status: 'queued' }];
const OTHERS = [
  { status: 'dialing' },
  { status: 'retry_scheduled' },
  { status: 'completed' },
  { status: 'pending', not_callable_reason: 'no_consent' },
];

/** A campaign of the desk's project, with contacts of every kind. */
async function aCampaign(desk: CampaignFixture, status: string, waiting: object[]): Promise<string> {
  const { campaign_id: campaignId } = await desk.made();
  await plantContacts(test, desk.tenant, campaignId, [...waiting, ...OTHERS]);
  await setStatus(campaignId, status);
  return campaignId;
}
const setStatus = (campaignId: string, status: string): Promise<object[]> =>
  inStore(test, 'UPDATE campaigns SET status = $2 WHERE campaign_id = $1', [campaignId, status]);

// Fails if the counts of a campaign that does not run, of another client, or of contacts that
// cannot be called are added. capacity 5.2, 5.6
it('counts contacts of running campaigns that wait for a slot as queued, of their project and the client', async () => {
  const desk = await aCampaignFixture(test);
  const second = new CampaignFixture(
    test,
    desk.tenant,
    await aCampaignProject(test.world, desk.tenant),
    desk.admin,
  );
  const idle = new CampaignFixture(
    test,
    desk.tenant,
    await aCampaignProject(test.world, desk.tenant),
    desk.admin,
  );
  const stranger = await aCampaignFixture(test);
  const running = await aCampaign(desk, 'running', [...WAITING, ...WAITING]);
  await aCampaign(desk, 'running', WAITING);
  await aCampaign(desk, 'paused', WAITING);
  await aCampaign(second, 'running', [{ status: 'pending' }]);
  await aCampaign(idle, 'draft', WAITING);
  await aCampaign(stranger, 'running', WAITING);
  await new CapacityFixture(test).setLimit(desk.tenant, 5);

  const shown = async (): Promise<[string | null, number][]> => {
    const response = await test.request().get('/v1/capacity/overview').set(desk.admin).expect(200);
    const { items } = response.body as { items: { project_id: string | null; queued: number }[] };
    return items.map(({ project_id: id, queued }) => [id, queued]);
  };
  const ofProjects = (counts: [string, number][]): [string, number][] =>
    counts.toSorted(([one], [other]) => (one < other ? -1 : 1));
  expect(await shown()).toEqual([
    [null, 10],
    ...ofProjects([
      [desk.projectId, 9],
      [second.projectId, 1],
    ]),
  ]);

  await inStore(
    test,
    `UPDATE campaign_contacts SET status = 'dialing' WHERE campaign_id = $1 AND status = 'pending' AND is_callable`,
    [running],
  );
  await setStatus(running, 'paused');
  await setStatus(running, 'running');
  expect(await shown()).toEqual([
    [null, 8],
    ...ofProjects([
      [desk.projectId, 7],
      [second.projectId, 1],
    ]),
  ]);
});
