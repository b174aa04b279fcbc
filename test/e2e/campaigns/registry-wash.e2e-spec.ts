import { beforeEach, describe, expect, it } from 'vitest';
import { perTest } from '../../support/frames.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { PlantedCampaigns } from './planted-campaigns.js';

const WASH = {
  jurisdiction: 'AU',
  registry_type: 'dncr',
  vendor: 'Keystone Wash Pty Ltd',
  transaction_id: 'T-1',
  wash_channel: 'web_upload',
  numbers_submitted: 10,
  numbers_on_register: 2,
  numbers_not_on_register: 7,
  numbers_invalid: 1,
  credits_charged: 10,
  washed_at_utc: '2026-11-20T00:00:00Z',
  valid_until_utc: '2026-12-20T00:00:00Z',
};

describe('POST /v1/outbound-campaigns/{campaign_id}/registry-wash-records', () => {
  const test = useSharedApp({ clock: new TestClock(new Date('2026-11-22T00:00:00.000Z')) });
  let campaignId: string;

  const desk = perTest(() => PlantedCampaigns.open(test));
  beforeEach(async () => {
    campaignId = await desk.campaign();
  });

  const record = (fields: object = {}, headers = {}) =>
    desk.post(`/${campaignId}/registry-wash-records`, { ...WASH, ...fields }, headers);
  const counting = async (): Promise<string | null> => {
    const rows = await desk.inStore<{ id: string | null }>(
      'SELECT last_registry_wash_record_id AS id FROM campaigns WHERE campaign_id = $1',
      [campaignId],
    );
    return rows[0]!.id;
  };
  const stored = async (): Promise<number> =>
    (await desk.inStore('SELECT FROM registry_wash_records WHERE campaign_id = $1', [campaignId])).length;

  // campaigns 7.1, 7.6
  it('answers the record, makes it the one that counts, and audits it', async () => {
    const { body } = (await record().expect(200)) as { body: Record<string, unknown> };
    const recordId = body['registry_wash_record_id'];
    expect(body).toEqual({
      registry_wash_record_id: expect.any(String) as string,
      campaign_id: campaignId,
      jurisdiction: 'AU',
      registry_type: 'dncr',
      wash_channel: 'web_upload',
      transaction_id: 'T-1',
      numbers_submitted: 10,
      numbers_on_register: 2,
      numbers_not_on_register: 7,
      numbers_invalid: 1,
      washed_at_utc: '2026-11-20T00:00:00.000Z',
      valid_until_utc: '2026-12-20T00:00:00.000Z',
    });
    expect(await counting()).toBe(recordId);
    expect(await desk.audits()).toEqual([
      {
        action: 'outbound_campaign.registry_wash_recorded',
        metadata: {
          campaign_id: campaignId,
          registry_wash_record_id: recordId,
          numbers_submitted: 10,
          numbers_on_register: 2,
        },
      },
    ]);
  });

  // campaigns 7.4
  it('answers a transaction that it has as it was first taken in', async () => {
    const first = await record().expect(200);
    const again = await record({ numbers_submitted: 11, numbers_invalid: 2 }).expect(200);
    expect(again.body).toEqual(first.body);
    expect(await stored()).toBe(1);
    await record({ transaction_id: null }).expect(200);
    await record({ transaction_id: undefined }).expect(200);
    expect(await stored()).toBe(3);
    const other = await desk.campaign();
    await desk.post(`/${other}/registry-wash-records`, WASH).expect(200);
    expect(await desk.audits()).toHaveLength(4);
  });

  // campaigns 7.4
  it('inserts a transaction once that comes in several times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => record()));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await stored()).toBe(1);
  });

  it('is done once for each key', async () => {
    const headers = { 'Idempotency-Key': 'k-1' };
    const first = await record({ transaction_id: null }, headers).expect(200);
    const again = await record({ transaction_id: null }, headers).expect(200);
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(await stored()).toBe(1);
    const reused = await record({ transaction_id: 'T-2' }, headers).expect(422);
    expect(reused.body).toMatchObject({ error: { code: 'idempotency_key_reuse' } });
    await record({}, { 'Idempotency-Key': '' }).expect(400);
  });

  // campaigns 7.6
  it('leaves the later wash in place when an older one is added', async () => {
    const { body: late } = (await record().expect(200)) as { body: Record<string, unknown> };
    await record({ transaction_id: 'T-0', washed_at_utc: '2026-11-19T00:00:00Z' }).expect(200);
    expect(await counting()).toBe(late['registry_wash_record_id']);
    const { body: same } = (await record({ transaction_id: 'T-2' }).expect(200)) as {
      body: Record<string, unknown>;
    };
    expect(await counting()).toBe(same['registry_wash_record_id']);
  });

  // campaigns 7.1, 7.2, 7.3
  it.each<[object, string]>([
    [{ jurisdiction: undefined }, 'jurisdiction'],
    [{ jurisdiction: 'A' }, 'jurisdiction'],
    [{ jurisdiction: 'AUSTRALIA-N' }, 'jurisdiction'],
    [{ registry_type: null }, 'registry_type'],
    [{ registry_type: '' }, 'registry_type'],
    [{ wash_channel: 7 }, 'wash_channel'],
    [{ vendor: '' }, 'vendor'],
    [{ vendor: 'v'.repeat(256) }, 'vendor'],
    [{ vendor: 'password hunter2' }, 'vendor'],
    [{ transaction_id: '0491 570 156' }, 'transaction_id'],
    [{ receipt_reference: 'robin@example.com' }, 'receipt_reference'],
    [{ ruleset_id: 'api_key=1' }, 'ruleset_id'],
    [{ transaction_id: 'svc_prod_abcd1234_x' }, 'transaction_id'],
    [{ wash_file_name: '/home/wash/.ssh/id_rsa' }, 'wash_file_name'],
    [{ receipt_reference: '-----BEGIN CERTIFICATE-----' }, 'receipt_reference'],
    [{ registry_type: 'token' }, 'registry_type'],
    [{ numbers_submitted: undefined }, 'numbers_submitted'],
    [{ numbers_submitted: -1 }, 'numbers_submitted'],
    [{ numbers_submitted: '10' }, 'numbers_submitted'],
    [{ numbers_submitted: 11 }, 'numbers_submitted'],
    [{ numbers_invalid: 1.5 }, 'numbers_invalid'],
    [{ credits_charged: null }, 'credits_charged'],
    [{ credits_remaining: -1 }, 'credits_remaining'],
    [{ washed_at_utc: '2026-11-20' }, 'washed_at_utc'],
    [{ washed_at_utc: '2026-11-22T01:00:00Z' }, 'washed_at_utc'],
    [{ valid_until_utc: '2026-11-20T00:00:00Z' }, 'valid_until_utc'],
    [{ client_id: 'other' }, 'client_id'],
  ])('refuses %j with 422, naming the field and not what was sent', async (fields, field) => {
    const answer = await record(fields).expect(422);
    const { details } = answer.body as { details: { loc: string[] }[] };
    expect(details.map(({ loc }) => loc)).toContainEqual(['body', field]);
    expect(answer.text).not.toMatch(/hunter2|id_rsa|CERTIFICATE|svc_prod/);
    expect(await stored()).toBe(0);
  });
});
