import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { phoneHash } from '../../../src/features/campaigns/rules/phone.js';
import { TenantKeys } from '../../../src/core/privacy/keys/tenant-keys.js';
import { faultsOf } from '../../support/campaigns.js';
import { perTest } from '../../support/frames.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { rowErrorsOf } from './importing.js';
import { aNumber, PlantedCampaigns } from './planted-campaigns.js';
import { countsOf, results, VALID_UNTIL, WASHED_AT, Washing } from './washing.js';
import type { WashTarget } from './washing.js';

const NOW = '2026-11-22T00:00:00.000Z';
const STATUSES = ['draft', 'scheduled', 'running', 'paused', 'completed', 'cancelled', 'failed'];

describe('POST /v1/outbound-campaigns/{campaign_id}/registry-wash-results', () => {
  const clock = new TestClock(new Date(NOW));
  const test = useSharedApp({ clock });
  let washing: Washing;
  let campaignId: string;
  let recordId: string;

  const desk = perTest(() => PlantedCampaigns.open(test));
  beforeEach(async () => {
    washing = new Washing(desk);
    campaignId = await aCampaign();
    recordId = await aWash(campaignId);
  });

  const aCampaign = (columns: object = {}) => washing.campaign(columns);
  const aWash = (id: string, fields: object = {}) => washing.wash(id, fields);
  const send = (file: string | Buffer, to: Partial<WashTarget> = {}) =>
    washing.send(file, { id: campaignId, record: recordId, ...to });
  const contacts = (id = campaignId) => washing.contacts(id);
  const contact = async (contactId: string): Promise<Record<string, unknown>> =>
    (await contacts()).find((it) => it['contact_id'] === contactId)!;

  // campaigns 7.7, 7.8, 7.10, 7.11
  it('gives the contacts that have a number its status and the wash it is from, and decides about them again', async () => {
    const missing = { not_callable_reason: 'registry_missing', registry_result_code: 'X' };
    const listed = await desk.contact(campaignId, aNumber(1), missing);
    const free = await desk.contact(campaignId, aNumber(2), missing);
    const twin = await desk.contact(campaignId, aNumber(2), missing);
    const invalid = await desk.contact(campaignId, aNumber(3), missing);
    const left = await desk.contact(campaignId, aNumber(4), missing);
    const file = results(
      [aNumber(1), 'listed'],
      [aNumber(2), 'not_listed'],
      [aNumber(3), 'invalid'],
      [aNumber(9), 'listed'],
      ['61491570156', 'listed'],
      [aNumber(4), 'clean'],
    );
    const answer = await send(file).expect(200);
    expect(answer.body).toEqual({
      registry_wash_record_id: recordId,
      campaign_id: campaignId,
      matched_rows: 3,
      unmatched_rows: 1,
      rejected_rows: 2,
      contacts_updated: 4,
      contacts_unchanged: 0,
      row_errors: [
        {
          row: 6,
          column: 'number',
          code: 'phone_plus_missing',
          message: expect.any(String) as string,
        },
        {
          row: 7,
          column: 'status',
          code: 'not_allowed',
          message: expect.any(String) as string,
          allowed: ['listed', 'not_listed', 'invalid'],
        },
      ],
      dry_run: false,
    });
    const of = {
      registry_checked_at: new Date(WASHED_AT),
      registry_valid_until: new Date(VALID_UNTIL),
      registry_vendor: 'Keystone Wash Pty Ltd',
      registry_ruleset_id: 'rules-1',
      registry_result_code: null,
      registry_wash_record_id: recordId,
    };
    const blocked = (status: string, reason: string) => ({
      ...of,
      registry_status: status,
      is_callable: false,
      not_callable_reason: reason,
    });
    const callable = { ...of, registry_status: 'not_listed', is_callable: true, not_callable_reason: null };
    expect(await contact(listed)).toMatchObject(blocked('listed', 'registry_listed'));
    expect(await contact(free)).toMatchObject(callable);
    expect(await contact(twin)).toMatchObject(callable);
    expect(await contact(invalid)).toMatchObject(blocked('invalid', 'invalid_number'));
    expect(await contact(left)).toMatchObject({
      registry_status: null,
      not_callable_reason: 'registry_missing',
    });
    expect((await desk.get(`/${campaignId}`).expect(200)).body).toMatchObject({
      counts: { total: 5, callable: 2, not_callable: 3 },
    });
    expect((await desk.audits()).at(-1)).toEqual({
      action: 'outbound_campaign.registry_wash_results_recorded',
      metadata: {
        campaign_id: campaignId,
        registry_wash_record_id: recordId,
        matched_rows: 3,
        unmatched_rows: 1,
        rejected_rows: 2,
        contacts: 4,
      },
    });
  });

  // campaigns 7.10
  it('leaves those alone who are done with or were checked later, and a suppressed number not callable', async () => {
    const done = await desk.contact(campaignId, aNumber(1), {
      status: 'completed',
      not_callable_reason: 'campaign_closed',
    });
    const later = await desk.contact(campaignId, aNumber(2), {
      registry_status: 'listed',
      registry_checked_at: '2026-11-21T00:00:00Z',
      not_callable_reason: 'registry_listed',
    });
    const suppressed = await desk.contact(campaignId, aNumber(3), { not_callable_reason: 'dnc' });
    const file = results(...[1, 2, 3].map((n) => [aNumber(n), 'not_listed']));
    expect(countsOf(await send(file).expect(200))).toEqual([3, 0, 0, 1, 2]);
    expect(await contact(done)).toMatchObject({ registry_status: null });
    expect(await contact(later)).toMatchObject({
      registry_status: 'listed',
      not_callable_reason: 'registry_listed',
    });
    expect(await contact(suppressed)).toMatchObject({
      registry_status: 'not_listed',
      is_callable: false,
      not_callable_reason: 'dnc',
    });
  });

  // campaigns 7.10
  it('finds a contact whose number was hashed under an older key', async () => {
    const id = await desk.contact(campaignId, aNumber(1), { not_callable_reason: 'registry_missing' });
    await desk.newMatchingKey();
    clock.advance(6 * 60_000);
    expect((await test.app.get(TenantKeys).current(desk.tenant, 'matching')).keyId).toBe('second');
    const renewed = await desk.contact(campaignId, aNumber(1), { not_callable_reason: 'registry_missing' });
    expect(countsOf(await send(results([aNumber(1), 'not_listed'])).expect(200))).toEqual([1, 0, 0, 2, 0]);
    expect(await contact(id)).toMatchObject({ is_callable: true });
    expect(await contact(renewed)).toMatchObject({ is_callable: true });
  });

  // campaigns 7.7
  it.each(STATUSES)('is taken by a campaign that is %s', async (status) => {
    const id = await aCampaign({ status });
    const record = await aWash(id);
    await desk.contact(id, aNumber(1), { not_callable_reason: 'registry_missing' });
    const answer = await send(results([aNumber(1), 'not_listed']), { id, record }).expect(200);
    expect(countsOf(answer)).toEqual([1, 0, 0, 1, 0]);
    const isOver = ['completed', 'cancelled', 'failed'].includes(status);
    expect(await contacts(id)).toMatchObject([
      { registry_status: 'not_listed', not_callable_reason: isOver ? 'campaign_closed' : null },
    ]);
  });

  // campaigns 7.7
  it.each([
    ['another campaign', async () => aWash(await aCampaign())],
    ['nobody', () => Promise.resolve(randomUUID())],
    ['no wash, being no id', () => Promise.resolve('wash-1')],
  ])('refuses the wash of %s with 422, before the file', async (_, recordOf) => {
    const answer = await send('nonsense', { record: await recordOf() }).expect(422);
    expect(faultsOf(answer)).toEqual([['query.registry_wash_record_id', 'wash_record_missing']]);
  });

  it('refuses a request that names no wash with 422', async () => {
    const answer = await send(results(), { record: '' }).expect(422);
    expect(faultsOf(answer)[0]![0]).toBe('query.registry_wash_record_id');
  });

  // campaigns 7.8
  it.each<[string, string | Buffer, [string, string][]]>([
    [
      'is empty',
      '',
      [
        ['body.header.number', 'missing'],
        ['body.header.status', 'missing'],
      ],
    ],
    ['has no status', 'number\n+61491570156\n', [['body.header.status', 'missing']]],
    ['has the columns of an import', 'to_number,status\n', [['body.header.number', 'missing']]],
    ['has one column twice', 'number,status,number\n', [['body.header.number', 'duplicate_column']]],
    ['has another column', 'number,status,vendor\n', [['body.header.vendor', 'unsupported_column']]],
    ['is separated otherwise', 'number;status\n', [['body.header', 'separator']]],
    ['is no UTF-8', Buffer.from('number,status\n+61491570156,caf\xe9\n', 'latin1'), [['body', 'not_utf8']]],
    ['does not close its quotes', 'number,status\n"+61491570156,listed\n', [['body', 'csv_quotes']]],
    [
      'has too many rows',
      `number,status\n${'+61491570156,listed\n'.repeat(5_001)}`,
      [['body', 'too_many_rows']],
    ],
    ['is too large', `number,status\n${'x'.repeat(1024 * 1024)}\n`, [['body', 'too_large']]],
  ])('refuses a file that %s with 422, and no row of it is taken', async (_, file, faults) => {
    await desk.contact(campaignId, aNumber(1), { not_callable_reason: 'registry_missing' });
    const before = await contacts();
    const answer = await send(file).expect(422);
    expect(faultsOf(answer)).toEqual(faults);
    expect(await contacts()).toEqual(before);
  });

  it('takes CSV alone, and an Idempotency-Key', async () => {
    await send('{}', { headers: { 'Content-Type': 'application/json' } }).expect(415);
    await send(results(), { headers: { 'Idempotency-Key': '' } }).expect(400);
    expect(countsOf(await send(results()).expect(200))).toEqual([0, 0, 0, 0, 0]);
  });

  // campaigns 7.11
  it('lists the first 1000 errors, and counts all', async () => {
    const answer = await send(results(...Array.from({ length: 1200 }, () => ['x', 'listed']))).expect(200);
    expect(countsOf(answer)).toEqual([0, 0, 1200, 0, 0]);
    expect(rowErrorsOf(answer)).toHaveLength(1000);
    expect(rowErrorsOf(answer).at(-1)).toBe('1001 number phone_invalid');
  });

  it('is done once for each key, also by many requests at once', async () => {
    await desk.contact(campaignId, aNumber(1), { not_callable_reason: 'registry_missing' });
    const file = results([aNumber(1), 'not_listed'], ['x', 'listed']);
    const headers = { 'Idempotency-Key': 'k-1' };
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(file, { headers })));
    const done = answers.filter(({ status }) => status === 200);
    expect(done.length).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => ![200, 409].includes(status))).toEqual([]);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    expect(countsOf(done[0]!)).toEqual([1, 0, 1, 1, 0]);
    const again = await send(file, { headers }).expect(200);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.text).toBe(done[0]!.text);
    const wash = await aWash(campaignId, { transaction_id: 'T-2' });
    for (const other of [send(results(), { headers }), send(file, { headers, record: wash })]) {
      expect((await other.expect(422)).body).toMatchObject({ error: { code: 'idempotency_key_reuse' } });
    }
    const audited = (await desk.audits()).filter(({ action }) => action.includes('results'));
    expect(audited).toHaveLength(1);
  });

  // Fails if a wash by a clock that is slightly ahead is ignored, so that a running campaign has no
  // callable contact left. campaigns 5.9, 7.2, 7.10
  it('of a wash by a clock that is ahead are from now', async () => {
    const now = clock.now();
    const record = await aWash(campaignId, {
      transaction_id: 'T-ahead',
      washed_at_utc: new Date(now.getTime() + 2_000).toISOString(),
    });
    const id = await desk.contact(campaignId, aNumber(1));
    await send(results([aNumber(1), 'not_listed']), { record }).expect(200);
    expect(await contact(id)).toMatchObject({
      registry_status: 'not_listed',
      registry_checked_at: now,
      is_callable: true,
    });
  });

  // campaigns 9.7
  it('has a running campaign looked at that may have nobody left to call', async () => {
    const id = await aCampaign({ status: 'running' });
    const record = await aWash(id);
    await desk.contact(id, aNumber(1));
    await send(results([aNumber(1), 'listed']), { id, record }).expect(200);
    const items = await desk.inStore(
      `SELECT FROM work_items WHERE client_id = $1 AND payload ->> 'campaign_id' = $2`,
      [desk.tenant.clientId, id],
    );
    expect(items.length).toBeGreaterThan(0);
  });

  it('is found by what the number hashes to, and by nothing else', async () => {
    await desk.contact(campaignId, aNumber(1), { not_callable_reason: 'registry_missing' });
    const key = await test.app.get(TenantKeys).current(desk.tenant, 'matching');
    const [row] = await desk.inStore<{ phone_hash: Buffer }>(
      'SELECT phone_hash FROM campaign_contacts WHERE campaign_id = $1',
      [campaignId],
    );
    expect(row!.phone_hash.equals(phoneHash(key, aNumber(1)))).toBe(true);
    await desk.inStore(`UPDATE campaign_contacts SET phone_hash = '\\x00' WHERE campaign_id = $1`, [
      campaignId,
    ]);
    expect(countsOf(await send(results([aNumber(1), 'listed'])).expect(200))).toEqual([0, 1, 0, 0, 0]);
  });
});
