import { beforeAll, describe, expect, it } from 'vitest';
import type { CampaignDetail } from '../../../src/features/campaigns/detail/campaign-detail.response.js';
import type { CampaignSummary } from '../../../src/features/campaigns/detail/campaign-summary.response.js';
import { aCampaignFixture, aCampaignProject } from '../../support/campaigns.js';
import { inStore } from '../../support/databases.js';
import { perSuite } from '../../support/frames.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';

interface Page {
  readonly items: CampaignSummary[];
  readonly pagination: object;
}

describe('the list of campaigns', () => {
  const clock = new TestClock();
  const test = useSharedApp({ clock });
  const made: CampaignDetail[] = [];

  const desk = perSuite(() => aCampaignFixture(test));
  let otherProject: string;
  beforeAll(async () => {
    otherProject = await aCampaignProject(test.world, desk.tenant);
    for (const [name, callType, status] of [
      ['beta 50% off', 'telemarketing', 'draft'],
      ['Alpha', 'service', 'running'],
      ['Émile', 'research', 'paused'],
      ['gamma_two', 'service', 'draft'],
    ] as const) {
      clock.advance(1000);
      const projectId = name === 'gamma_two' ? otherProject : desk.projectId;
      const campaign = await desk.made({ name, campaign_call_type: callType, project_id: projectId });
      await inStore(test, `UPDATE campaigns SET status = $2 WHERE campaign_id = $1`, [
        campaign.campaign_id,
        status,
      ]);
      made.push({ ...campaign, status });
    }
    // A campaign of another client, with a name that every search here would match.
    await (await aCampaignFixture(test)).made({ name: 'alpha beta gamma_two 50% émile' });
  });

  const list = async (query: object = {}): Promise<Page> =>
    (await desk.send('get', '', { query }).expect(200)).body as Page;
  const names = async (query: object): Promise<string[]> => (await list(query)).items.map(({ name }) => name);

  // campaigns 2.2, 2.7
  it('shows summaries, the last changed first', async () => {
    const page = await list();
    const summaryOf = (campaign: CampaignDetail): CampaignSummary => {
      const {
        started_at_utc: _s,
        completed_at_utc: _c,
        retry_policy: _r,
        voicemail_policy: _v,
        personalization: _p,
        allow_repeated_numbers: _a,
        compliance: _o,
        last_registry_wash_record_id: _w,
        status_log: _l,
        ...summary
      } = campaign;
      return summary;
    };
    expect(page).toEqual({
      items: made.map(summaryOf).reverse(),
      pagination: { page: 1, page_size: 20, total: 4, total_pages: 1 },
    });
  });

  it.each<[object, string[]]>([
    [{ sort_by: 'name', sort_order: 'asc' }, ['Alpha', 'beta 50% off', 'Émile', 'gamma_two']],
    [{ sort_by: 'name' }, ['gamma_two', 'Émile', 'beta 50% off', 'Alpha']],
    [{ sort_by: 'created_at_utc', sort_order: 'asc' }, ['beta 50% off', 'Alpha', 'Émile', 'gamma_two']],
    [{ sort_by: 'status', sort_order: 'asc' }, ['beta 50% off', 'gamma_two', 'Émile', 'Alpha']],
    [{ sort_by: 'priority', sort_order: 'asc' }, ['beta 50% off', 'Alpha', 'Émile', 'gamma_two']],
    [{ sort_by: 'created_at_utc', sort_order: 'up' }, ['gamma_two', 'Émile', 'Alpha', 'beta 50% off']],
    [{ status: 'draft' }, ['gamma_two', 'beta 50% off']],
    [{ status: 'failed' }, []],
    [{ campaign_call_type: 'service' }, ['gamma_two', 'Alpha']],
    [{ campaign_call_type: 'service', status: 'running' }, ['Alpha']],
    [{ search: 'ALP' }, ['Alpha']],
    [{ search: 'éM' }, ['Émile']],
    // requests 4.8: the accent is a separate character.
    [{ search: 'e\u0301m' }, ['Émile']],
    [{ search: '50%' }, ['beta 50% off']],
    [{ search: '_' }, ['gamma_two']],
    [{ search: 'a%a' }, []],
    [{ search: 'x'.repeat(120) }, []],
  ])('answers %j', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it('finds the campaigns of a project', async () => {
    expect(await names({ project_id: otherProject })).toEqual(['gamma_two']);
    await desk.send('get', '', { query: { project_id: 'project-nowhere' } }).expect(404);
  });

  it('has pages, and the same total on each', async () => {
    const order = { sort_by: 'name', sort_order: 'asc', page_size: 3 };
    expect((await list({ ...order, page: 1 })).items).toHaveLength(3);
    const second = await list({ ...order, page: 2 });
    expect(second.items.map(({ name }) => name)).toEqual(['gamma_two']);
    expect(second.pagination).toEqual({ page: 2, page_size: 3, total: 4, total_pages: 2 });
    const behind = await list({ ...order, page: 9 });
    expect(behind).toEqual({ items: [], pagination: { page: 9, page_size: 3, total: 4, total_pages: 2 } });
  });

  it.each([
    ['page', '0'],
    ['page', 'two'],
    ['page_size', '0'],
    ['page_size', '101'],
    ['search', 'x'.repeat(121)],
    ['archived', 'true'],
  ])('refuses %s=%s with 422', async (name, value) => {
    await desk.send('get', '', { query: { [name]: value } }).expect(422);
  });

  it.each([
    ['status', 'active'],
    ['campaign_call_type', 'sales'],
  ])('refuses %s=%s with 400', async (name, value) => {
    const refused = await desk.send('get', '', { query: { [name]: value } }).expect(400);
    expect(refused.body).toMatchObject({ error: { code: 'validation_failed' } });
  });

  // campaigns 1.1
  it('shows a signed-in partner_user the campaigns of assigned projects', async () => {
    const user = await test.world.aUser(desk.tenant, { role: 'partner_user' });
    await test.world.assignProject(user, desk.tenant, otherProject);
    const as = { Authorization: `Bearer ${user.token()}` };
    const page = (await desk.send('get', '', { as }).expect(200)).body as Page;
    expect([page.items.map(({ name }) => name), page.pagination]).toMatchObject([
      ['gamma_two'],
      { total: 1 },
    ]);
    await desk.send('get', '', { as, query: { project_id: desk.projectId } }).expect(404);
  });
});
