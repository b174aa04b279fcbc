import { beforeAll, describe, expect, it } from 'vitest';
import { useSecondApp, useTestApp } from '../../support/app.js';
import { aCampaignFixture, CAMPAIGNS } from '../../support/campaigns.js';
import { inStore } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { TestClock } from '../../support/test-clock.js';
import { aNumber, countsOf, csvOf, Importing } from './importing.js';

const HEAD = ['to_number', 'external_contact_id'];
const FILE = csvOf(HEAD, [aNumber(1), 'a'], [aNumber(2), 'b']);
const OTHER_FILE = csvOf(HEAD, [aNumber(1), 'a'], [aNumber(2), 'c']);
const BODY = {
  source_id: 'crm',
  batch_id: '2026-11-22',
  contacts: [{ to_number: aNumber(1), external_contact_id: 'a', first_name: 'Robin' }],
};
const WAITING = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
const REPLAYED = {
  accepted_rows: 0,
  duplicate_rows: 0,
  rejected_rows: 0,
  number_repeated_rows: 0,
  row_errors: [],
  dry_run: false,
};

// campaigns 4.14
describe('the key of an import', () => {
  const clock = new TestClock();
  const test = useTestApp({ clock });
  const second = useSecondApp(test, { clock });
  let imports: Importing;
  let elsewhere: Importing;

  beforeAll(async () => {
    const desk = await aCampaignFixture(test);
    imports = new Importing(test, desk);
    elsewhere = new Importing(second, desk);
  });

  const aCampaign = async (): Promise<string> => (await imports.desk.made()).campaign_id;
  const total = async (id: string): Promise<number> => (await imports.contacts(id)).length;

  it('does the work of CSV once, and answers with the current campaign', async () => {
    const id = await aCampaign();
    const first = await imports.csv(id, FILE, { key: 'k' });
    expect([countsOf(first), first.headers['idempotent-replayed']]).toEqual([[2, 0, 0], undefined]);
    await imports.csv(id, csvOf(HEAD, [aNumber(3), 'c']));
    const replay = await elsewhere.csv(id, FILE, { key: 'k' });
    expect([replay.status, replay.headers['idempotent-replayed']]).toEqual([200, 'true']);
    expect(replay.body).toEqual({ ...REPLAYED, campaign: await imports.desk.detail(id) });
    expect((replay.body as { campaign: object }).campaign).toMatchObject({ counts: { total: 3 } });
    expect(await total(id)).toBe(3);
  });

  it('does the work of JSON once, and repeats its source', async () => {
    const id = await aCampaign();
    const first = await imports.json(id, BODY, { key: 'k' });
    expect([first.body, countsOf(first)]).toMatchObject([
      { source_id: 'crm', batch_id: '2026-11-22' },
      [1, 0, 0],
    ]);
    const replay = await elsewhere.json(id, BODY, { key: 'k' });
    const { source_id, batch_id } = BODY;
    expect(replay.body).toEqual({
      source_id,
      batch_id,
      ...REPLAYED,
      campaign: await imports.desk.detail(id),
    });
    expect(replay.headers['idempotent-replayed']).toBe('true');
  });

  it('answers a replay also when the campaign no longer takes contacts', async () => {
    const id = await aCampaign();
    await imports.csv(id, FILE, { key: 'k' });
    await inStore(test, `UPDATE campaigns SET status = 'completed' WHERE campaign_id = $1`, [id]);
    expect((await imports.csv(id, FILE, { key: 'k' })).status).toBe(200);
    expect((await imports.csv(id, FILE, { key: 'l' })).status).toBe(422);
  });

  it('is refused with another body', async () => {
    const id = await aCampaign();
    await imports.csv(id, FILE, { key: 'k' });
    const reused = await imports.csv(id, OTHER_FILE, { key: 'k' });
    expect([reused.status, reused.body]).toMatchObject([422, { error: { code: 'idempotency_key_reuse' } }]);
    await imports.json(id, BODY, { key: 'k' });
    const changed = { ...BODY, batch_id: 'another' };
    expect((await imports.json(id, changed, { key: 'k' })).status).toBe(422);
    expect(await total(id)).toBe(2);
  });

  it('is good for one campaign and one route, whoever sends it', async () => {
    const [id, otherId] = [await aCampaign(), await aCampaign()];
    const { desk } = imports;
    const colleague = await test.world.aUser(desk.tenant, { role: 'partner_admin' });
    await test.world.assignProject(colleague, desk.tenant, desk.projectId);
    const as = { Authorization: `Bearer ${colleague.token()}` };
    expect(countsOf(await imports.csv(id, FILE, { key: 'k' }))).toEqual([2, 0, 0]);
    expect(countsOf(await imports.csv(otherId, FILE, { key: 'k' }))).toEqual([2, 0, 0]);
    expect(countsOf(await imports.json(id, BODY, { key: 'k' }))).toEqual([0, 1, 0]);
    const byColleague = await imports.csv(id, FILE, { key: 'k', as });
    expect([byColleague.status, byColleague.headers['idempotent-replayed']]).toEqual([200, 'true']);
  });

  it('is the same whether or not the query names the tenant, and says that it is no dry run', async () => {
    const id = await aCampaign();
    const { desk } = imports;
    const send = (query: object) =>
      test
        .request()
        .post(`${CAMPAIGNS}/${id}/contacts/import`)
        .set({ ...desk.admin, 'Content-Type': 'text/csv', 'Idempotency-Key': 'k' })
        .query(query)
        .send(FILE);
    const client = { client_id: desk.tenant.clientId };
    expect(countsOf(await send(client))).toEqual([2, 0, 0]);
    const replays = [
      await send({ dry_run: 'false', ...client }),
      await send({ ...client, dry_run: 'false' }),
      await send({}),
    ];
    expect(replays.map(({ status, headers }) => [status, headers['idempotent-replayed']])).toEqual([
      [200, 'true'],
      [200, 'true'],
      [200, 'true'],
    ]);
  });

  it('is needed', async () => {
    const id = await aCampaign();
    for (const answer of [
      await imports.csv(id, FILE, { key: '' }),
      await imports.json(id, BODY, { key: '' }),
    ]) {
      expect([answer.status, answer.body]).toMatchObject([400, { error: { code: 'validation_failed' } }]);
    }
    expect((await imports.csv(id, FILE, { key: 'k'.repeat(129) })).status).toBe(400);
  });

  it('is given back by an import that fails', async () => {
    const id = await aCampaign();
    expect((await imports.csv(id, 'age\n7\n', { key: 'k' })).status).toBe(422);
    expect((await imports.csv(id, Buffer.from('to_number\n\xff', 'latin1'), { key: 'k' })).status).toBe(422);
    await inStore(test, `UPDATE campaigns SET status = 'running' WHERE campaign_id = $1`, [id]);
    expect((await imports.csv(id, OTHER_FILE, { key: 'k' })).status).toBe(422);
    await inStore(test, `UPDATE campaigns SET status = 'draft' WHERE campaign_id = $1`, [id]);
    expect(countsOf(await imports.csv(id, FILE, { key: 'k' }))).toEqual([2, 0, 0]);
  });

  it('is held while the first import is at work: 409 with the same body, 422 with another', async () => {
    const id = await aCampaign();
    await imports.whileLocked(id, async () => {
      const first = imports.csv(id, FILE, { key: 'k' });
      // By then it holds the key; a request sent earlier might not.
      await eventually(async () => expect(await inStore(test, WAITING)).toHaveLength(1));
      const again = await elsewhere.csv(id, FILE, { key: 'k' });
      expect([again.status, again.body]).toMatchObject([
        409,
        { error: { code: 'idempotency_request_in_progress' } },
      ]);
      expect(Number(again.headers['retry-after'])).toBeGreaterThan(0);
      expect((await elsewhere.csv(id, OTHER_FILE, { key: 'k' })).status).toBe(422);
      return { begun: first };
    });
    expect(await total(id)).toBe(2);
  });

  it('does the work once when 20 requests come at once to two processes', async () => {
    const id = await aCampaign();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 ? imports : elsewhere).csv(id, FILE, { key: 'one' }),
      ),
    );
    const done = answers.filter(({ status }) => status === 200);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(done.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1);
    expect(await total(id)).toBe(2);
  });

  it('keeps nothing of an import but what its sender called it', async () => {
    const id = await aCampaign();
    await imports.json(id, BODY, { key: 'kept' });
    const kept = await test.world.sql<{ response_body: string }>(
      `SELECT response_body FROM idempotency_records WHERE operation LIKE 'outbound-campaigns.import-json %' ORDER BY completed_at DESC LIMIT 1`,
    );
    expect(kept.map((row) => JSON.parse(row.response_body) as unknown)).toEqual([
      { source_id: 'crm', batch_id: '2026-11-22' },
    ]);
  });
});
