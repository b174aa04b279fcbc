import { describe, expect, it } from 'vitest';
import { TenantKeys } from '../../../src/core/privacy/keys/tenant-keys.js';
import { aCampaignProject, CAMPAIGNS } from '../../support/campaigns.js';
import { perTest } from '../../support/frames.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { withoutIds } from '../../support/without-ids.js';
import { bearer } from '../access/callers.js';
import { aNumber, PlantedCampaigns } from './planted-campaigns.js';

const NUMBER = aNumber(156);

interface Item {
  readonly suppression_id: string;
  readonly [field: string]: unknown;
}

describe('/v1/outbound-campaigns/suppressions', () => {
  const clock = new TestClock();
  const test = useSharedApp({ clock });
  const desk = perTest(() => PlantedCampaigns.open(test));

  const body = (fields: object = {}): object => ({
    to_number: NUMBER,
    reason: 'complaint',
    source: 'support desk',
    project_id: desk.projectId,
    ...fields,
  });
  const add = async (fields: object = {}): Promise<Item> =>
    (await desk.post('/suppressions', body(fields)).expect(200)).body as Item;
  const listed = async (query: object = {}, headers = desk.admin): Promise<Item[]> =>
    ((await desk.get('/suppressions', query, headers).expect(200)).body as { items: Item[] }).items;
  const reasonOf = async (contactId: string): Promise<string | null> => {
    const rows = await desk.inStore<{ reason: string | null }>(
      'SELECT not_callable_reason AS reason FROM campaign_contacts WHERE contact_id = $1',
      [contactId],
    );
    return rows[0]!.reason;
  };

  // campaigns 8.1
  it('names the key that added it', async () => {
    const headers = { 'X-API-Key': await test.world.aKey(desk.tenant, 'partner_admin') };
    const me = await test.request().get('/v1/partner/me').set(headers).expect(200);
    const added = await test
      .request()
      .post(`${CAMPAIGNS}/suppressions`)
      .set({ ...headers, 'Idempotency-Key': 'by-key' })
      .send(body())
      .expect(200);
    expect(added.body).toMatchObject({ created_by: (me.body as { api_key_id: string }).api_key_id });
  });

  // campaigns 8.1, 8.2, 8.7
  it('keeps the hash of a number and shows its mask', async () => {
    const item = await add();
    expect(item).toEqual({
      suppression_id: expect.any(String) as string,
      masked_phone: '+61 *** *** 156',
      reason: 'complaint',
      source: 'support desk',
      project_id: desk.projectId,
      created_at_utc: expect.stringMatching(/Z$/) as string,
      created_by: desk.adminId,
    });
    expect(await listed()).toEqual([item]);
    const [row] = await desk.inStore<{ row: string }>('SELECT s::text AS row FROM suppressions s');
    expect(row!.row).not.toContain(NUMBER.slice(4));
    expect(await desk.audits()).toEqual([
      {
        action: 'outbound_campaign.suppression_added',
        metadata: {
          suppression_id: item.suppression_id,
          project_id: desk.projectId,
          reason: 'complaint',
          contacts: 0,
        },
      },
    ]);
  });

  // campaigns 8.2
  it('answers the stored suppression of a number that is already suppressed there', async () => {
    const first = await add();
    const answers = await Promise.all([add({ reason: 'manual' }), add(), add()]);
    expect(answers).toEqual([first, first, first]);
    const wide = await add({ project_id: undefined, client_wide: true });
    expect(wide).toMatchObject({ project_id: null });
    expect((await listed()).map(({ suppression_id: id }) => id)).toEqual([
      wide.suppression_id,
      first.suppression_id,
    ]);
  });

  // campaigns 8.3
  it('makes the contacts of campaigns that are not over not callable, those that were called among them, and no others', async () => {
    const other = await test.world.aProject(desk.tenant);
    const [draft, paused, over, elsewhere] = await Promise.all([
      desk.campaign(),
      desk.campaign({ status: 'paused' }),
      desk.campaign({ status: 'completed' }),
      desk.campaign({ project_id: other }),
    ]);
    const pending = await desk.contact(draft, NUMBER);
    const listedOne = await desk.contact(draft, NUMBER, { not_callable_reason: 'registry_listed' });
    const retried = await desk.contact(paused, NUMBER, { status: 'retry_scheduled' });
    const done = await desk.contact(paused, NUMBER, { status: 'completed' });
    const different = await desk.contact(draft, aNumber(157));
    const closed = await desk.contact(over, NUMBER);
    const foreign = await desk.contact(elsewhere, NUMBER);
    await add();
    const all = [pending, listedOne, retried, done, different, closed, foreign];
    const reasons = async (): Promise<(string | null)[]> => Promise.all(all.map(reasonOf));
    expect(await reasons()).toEqual(['dnc', 'dnc', 'dnc', 'dnc', null, null, null]);
    expect((await desk.audits()).at(-1)?.metadata['contacts']).toBe(4);
    await add({ project_id: undefined, client_wide: true });
    expect(await reasons()).toEqual(['dnc', 'dnc', 'dnc', 'dnc', null, null, 'dnc']);
  });

  // campaigns 8.5, 8.7
  it('decides about contacts again when it is removed, unless another one covers them', async () => {
    const other = await test.world.aProject(desk.tenant);
    const [campaignId, elsewhere] = [await desk.campaign(), await desk.campaign({ project_id: other })];
    const contact = await desk.contact(campaignId, NUMBER);
    const invalid = await desk.contact(campaignId, NUMBER, { registry_status: 'invalid' });
    const foreign = await desk.contact(elsewhere, NUMBER);
    const own = await add();
    const wide = await add({ project_id: undefined, client_wide: true });
    await desk.delete(`/suppressions/${wide.suppression_id}`).expect(204);
    expect([await reasonOf(contact), await reasonOf(invalid), await reasonOf(foreign)]).toEqual([
      'dnc',
      'dnc',
      null,
    ]);
    await desk.delete(`/suppressions/${own.suppression_id}`).expect(204);
    expect([await reasonOf(contact), await reasonOf(invalid)]).toEqual([null, 'invalid_number']);
    expect(await listed()).toEqual([]);
    expect((await desk.audits()).slice(-2)).toMatchObject([
      { action: 'outbound_campaign.suppression_removed', metadata: { contacts: 1, project_id: null } },
      { action: 'outbound_campaign.suppression_removed', metadata: { contacts: 2, reason: 'complaint' } },
    ]);
    await desk.delete(`/suppressions/${own.suppression_id}`).expect(404);
  });

  // campaigns 8.6
  it('holds across a change of the matching key', async () => {
    const before = await add();
    const campaignId = await desk.campaign();
    const contact = await desk.contact(campaignId, NUMBER);
    await desk.newMatchingKey();
    clock.advance(6 * 60_000);
    expect((await test.app.get(TenantKeys).current(desk.tenant, 'matching')).keyId).toBe('second');
    const renewed = await desk.contact(campaignId, NUMBER);
    expect(await add()).toEqual(before);
    expect([await reasonOf(contact), await reasonOf(renewed)]).toEqual([null, null]);
    await add({ project_id: undefined, client_wide: true });
    expect([await reasonOf(contact), await reasonOf(renewed)]).toEqual(['dnc', 'dnc']);
  });

  // campaigns 8.6, requests 10.9
  it('holds for the number of today where it was stored under the one before a change of the plan', async () => {
    const [old, today] = ['+22997123456', '+2290197123456'];
    const { suppression_id: id } = await add();
    const values = [await desk.hashOf(old), id];
    await desk.inStore('UPDATE suppressions SET phone_hash = $1 WHERE suppression_id = $2', values);
    const campaignId = await desk.campaign();
    const earlier = await desk.contact(campaignId, old);
    const contacts = [old, today].map((it, at) => ({ external_contact_id: `c${at}`, to_number: it }));
    const path = `/${campaignId}/contacts/import-json`;
    const answer = await desk.post(path, { source_id: 'crm', batch_id: '1', contacts }).expect(200);
    expect(answer.body).toMatchObject({ accepted_rows: 2 });
    const imported = await desk.inStore(
      'SELECT not_callable_reason FROM campaign_contacts WHERE campaign_id = $1 AND contact_id <> $2',
      [campaignId, earlier],
    );
    expect(imported).toEqual([{ not_callable_reason: 'dnc' }, { not_callable_reason: 'dnc' }]);
    expect(await add({ to_number: today })).toMatchObject({ suppression_id: id });
    await add({ to_number: today, project_id: undefined, client_wide: true });
    expect(await reasonOf(earlier)).toBe('dnc');
  });

  // campaigns 8.4
  it('lists by project and reason, page by page', async () => {
    const other = await aCampaignProject(test.world, desk.tenant);
    const mine = await add();
    const theirs = await add({ project_id: other, reason: 'manual' });
    const wide = await add({ project_id: undefined, client_wide: true, reason: 'wrong_number' });
    const ids = (items: Item[]): string[] => items.map(({ suppression_id: id }) => id);
    expect(ids(await listed())).toEqual(ids([wide, theirs, mine]));
    expect(ids(await listed({ project_id: other }))).toEqual(ids([theirs]));
    expect(ids(await listed({ reason: 'wrong_number' }))).toEqual(ids([wide]));
    const first = (await desk.get('/suppressions', { page_size: 2 }).expect(200)).body as {
      items: Item[];
      next_cursor: string;
    };
    expect(ids(first.items)).toEqual(ids([wide, theirs]));
    const cursor = first.next_cursor;
    expect(ids(await listed({ page_size: 2, cursor }))).toEqual(ids([mine]));
    await desk.get('/suppressions', { cursor, reason: 'manual' }).expect(400);
    await desk.get('/suppressions', { reason: 'other' }).expect(400);
  });

  // campaigns 1.1, 8.2, 8.4
  it('shows a member those of assigned projects and of the client, and lets only partner_admin change them', async () => {
    const hidden = await aCampaignProject(test.world, desk.tenant);
    const seen = await add();
    await add({ project_id: hidden });
    const wide = await add({ project_id: undefined, client_wide: true });
    const user = await test.world.aUser(desk.tenant, { role: 'partner_user' });
    await test.world.assignProject(user, desk.tenant, desk.projectId);
    const headers = bearer(user.token());
    expect(await listed({}, headers)).toEqual([wide, seen]);
    await desk.get('/suppressions', { project_id: hidden }, headers).expect(404);
    await desk.post('/suppressions', body(), headers).expect(404);
    await desk.delete(`/suppressions/${seen.suppression_id}`, headers).expect(404);
    expect(await listed()).toHaveLength(3);
  });

  // campaigns 8.2
  it.each<[object, string]>([
    [{ to_number: undefined }, 'to_number'],
    [{ to_number: '0491570199' }, 'to_number'],
    [{ to_number: '+1202555012' }, 'to_number'],
    [{ reason: 'tired' }, 'reason'],
    [{ source: '' }, 'source'],
    [{ source: 'jane@example.com' }, 'source'],
    [{ source: `called from ${NUMBER}` }, 'source'],
    [{ project_id: undefined }, 'project_id'],
    [{ client_wide: true }, 'project_id'],
    [{ client_wide: 'yes' }, 'client_wide'],
    [{ phone_hash: 'x' }, 'phone_hash'],
  ])('refuses %j with 422 and repeats nothing', async (fields, field) => {
    const answer = await desk.post('/suppressions', body(fields)).expect(422);
    expect((answer.body as { details: { loc: string[] }[] }).details[0]!.loc).toEqual(['body', field]);
    expect(withoutIds(answer.text)).not.toMatch(/199|jane/);
    expect(await listed()).toEqual([]);
  });
});
