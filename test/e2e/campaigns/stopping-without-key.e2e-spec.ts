import { randomBytes, randomUUID } from 'node:crypto';
import type { Response } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { startKeyless } from '../../support/keyless-app.js';
import { aCampaignFixture, A_CAMPAIGN, CAMPAIGNS } from '../../support/campaigns.js';
import type { CampaignFixture } from '../../support/campaigns.js';
import { inStore } from '../../support/databases.js';

const SEALED_FIELDS = { cli_return_number: '+61255501234', cli_authorizer_name: 'Ines Canary' };
const OPEN_FIELDS = { cli_employer_name: 'Harbour Dental', cli_call_purpose: 'Recall' };
const NOTHING = { cli_return_number: null, cli_authorizer_name: null };

describe('stopping a campaign whose sealed values do not open', () => {
  let right: TestApp;
  let keyless: TestApp;
  let desk: CampaignFixture;

  beforeAll(async () => {
    right = await startTestApp();
    keyless = await startKeyless(right);
    desk = await aCampaignFixture(right);
  });
  afterAll(async () => {
    await keyless.close();
    await right.close();
  });

  const running = async (): Promise<string> => {
    const compliance = { ...A_CAMPAIGN.compliance, ...SEALED_FIELDS, ...OPEN_FIELDS };
    const { campaign_id: id } = await desk.made({ compliance });
    await inStore(right, `UPDATE campaigns SET status = 'running' WHERE campaign_id = $1`, [id]);
    return id;
  };
  const stop = (at: TestApp, id: string, action: string, key: string): Promise<Response> =>
    at
      .request()
      .post(`${CAMPAIGNS}/${id}/${action}`)
      .set(desk.admin)
      .set('Idempotency-Key', key)
      .query({ client_id: desk.tenant.clientId })
      .then();
  const isReplay = (response: Response): boolean => response.get('Idempotent-Replayed') === 'true';

  // campaigns 9.13
  it.each([
    ['pause', 'paused'],
    ['cancel', 'cancelled'],
  ])('%s takes effect without the key, and its replay too', async (action, status) => {
    const id = await running();
    const key = randomUUID();
    const first = await stop(keyless, id, action, key);
    expect([first.status, first.body]).toEqual([
      200,
      expect.objectContaining({
        status,
        compliance: expect.objectContaining({ ...NOTHING, ...OPEN_FIELDS }) as unknown,
      }),
    ]);
    expect(first.text).not.toContain('$sealed');
    expect(await desk.detail(id)).toMatchObject({ status, status_log: [{ action }, {}] });
    const again = await stop(keyless, id, action, key);
    expect([again.status, isReplay(again), again.body]).toEqual([200, true, first.body]);
    // With the key it learns what it could not learn before.
    const told = await stop(right, id, action, key);
    const { compliance, ...rest } = first.body as { compliance: object };
    expect([told.status, isReplay(told)]).toEqual([200, true]);
    expect(told.body).toEqual({ ...rest, compliance: { ...compliance, ...SEALED_FIELDS } });
  });

  // campaigns 9.13, requests 5.3
  it('answers what is sealed where it opens, first and again, and keeps none of it', async () => {
    const id = await running();
    const key = randomUUID();
    const first = await stop(right, id, 'pause', key);
    expect(first.body).toMatchObject({
      status: 'paused',
      compliance: { ...SEALED_FIELDS, ...OPEN_FIELDS },
    });
    const again = await stop(right, id, 'pause', key);
    expect([isReplay(again), again.body]).toEqual([true, first.body]);
    const kept = await right.world.sql(
      `SELECT response_body FROM idempotency_records WHERE operation = 'outbound_campaigns.pause' AND response_body IS NOT NULL`,
    );
    expect(JSON.stringify(kept)).toContain(id);
    for (const value of Object.values(SEALED_FIELDS)) expect(JSON.stringify(kept)).not.toContain(value);
  });

  // campaigns 9.13
  it('takes effect where the value itself is damaged', async () => {
    const id = await running();
    await inStore(
      right,
      `UPDATE campaigns SET compliance = jsonb_set(compliance, '{$sealed}', to_jsonb($2::text)) WHERE campaign_id = $1`,
      [id, randomBytes(80).toString('base64')],
    );
    const answer = await stop(right, id, 'cancel', randomUUID());
    expect([answer.status, answer.body]).toEqual([
      200,
      expect.objectContaining({
        status: 'cancelled',
        compliance: expect.objectContaining(NOTHING) as unknown,
      }),
    ]);
  });
});
