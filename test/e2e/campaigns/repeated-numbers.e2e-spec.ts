import { describe, expect, it } from 'vitest';
import type { CampaignValidationResult } from '../../../src/features/campaigns/detail/campaign-validation.response.js';
import type { CsvImportResponse } from '../../../src/features/campaigns/import/import.response.js';
import { aCampaignFixture } from '../../support/campaigns.js';
import { perSuite } from '../../support/frames.js';
import { useSharedApp } from '../../support/shared-app.js';
import { Importing } from './importing.js';

const FILE = 'to_number\n+61491570156\n+61491570157\n+61491570156\n';

// campaigns 4.17
describe('a number that an import brings twice', () => {
  const test = useSharedApp();
  const imports = perSuite(async () => new Importing(test, await aCampaignFixture(test)));

  const made = async (fields: object = {}): Promise<string> => (await imports.desk.made(fields)).campaign_id;
  const counted = async (campaignId: string, file: string, query = {}): Promise<unknown[]> => {
    const answer = (await imports.csv(campaignId, file, { query })).body as CsvImportResponse;
    return [answer.accepted_rows, answer.number_repeated_rows, answer.campaign.counts.callable];
  };
  const reasons = async (campaignId: string): Promise<unknown[]> =>
    (await imports.contacts(campaignId))
      .map((it) => it['not_callable_reason'] ?? it['is_callable'])
      .toSorted();
  const preview = async (campaignId: string): Promise<unknown> => {
    const answer = await imports.desk.send('get', `/${campaignId}/validation`).expect(200);
    const { warnings } = answer.body as CampaignValidationResult;
    return warnings.find(({ code }) => code === 'number_repeated')?.count;
  };

  it('is callable for one of its contacts, even if the file is sent again; the counts show it', async () => {
    const id = await made();
    expect(await counted(id, FILE, { dry_run: 'true' })).toEqual([3, 1, 0]);
    expect(await counted(id, FILE)).toEqual([3, 1, 2]);
    expect(await reasons(id)).toEqual(['number_repeated', true, true]);
    expect(await preview(id)).toBe(1);
    expect(await counted(id, FILE, { dry_run: 'true' })).toEqual([3, 3, 2]);
    expect(await counted(id, FILE)).toEqual([3, 3, 2]);
    expect(await preview(id)).toBe(4);
    await imports.desk.send('post', `/${id}/validate`).expect(200);
    expect((await reasons(id)).filter((it) => it === true)).toHaveLength(2);
    const list = await imports.desk
      .send('get', `/${id}/contacts`, { query: { validation_code: 'number_repeated' } })
      .expect(200);
    expect((list.body as { pagination: object }).pagination).toMatchObject({ total: 4 });
  });

  it('is callable for all of them where the campaign says so', async () => {
    const id = await made({ allow_repeated_numbers: true });
    expect(await counted(id, FILE)).toEqual([3, 0, 3]);
    expect(await preview(id)).toBeUndefined();
    expect(await imports.desk.detail(id)).toMatchObject({ allow_repeated_numbers: true });
  });

  it('is left to the other contact where the first one gets another number', async () => {
    const id = await made();
    const rows = (...numbers: readonly string[]): string =>
      ['external_contact_id,to_number', ...numbers.map((it, index) => `c${index},${it}`)].join('\n');
    expect(await counted(id, rows('+61491570156', '+61491570156'))).toEqual([2, 1, 1]);
    expect(await counted(id, rows('+61491570157'))).toEqual([0, 0, 1]);
    await imports.desk.send('post', `/${id}/validate`).expect(200);
    expect(await reasons(id)).toEqual([true, true]);
    expect(await counted(id, rows('+61491570156'))).toEqual([0, 1, 1]);
    expect(await imports.contact(id, 'c0')).toMatchObject({ not_callable_reason: 'number_repeated' });
  });

  it('stays so when an opt-out of the number is taken back', async () => {
    const id = await made();
    await counted(id, FILE);
    const suppressed = await imports.desk
      .send('post', '/suppressions', {
        body: { to_number: '+61491570156', reason: 'manual', source: 'desk', client_wide: true },
      })
      .expect(200);
    expect(await reasons(id)).toEqual(['dnc', 'dnc', true]);
    await imports.desk
      .send('delete', `/suppressions/${(suppressed.body as { suppression_id: string }).suppression_id}`)
      .expect(204);
    expect(await reasons(id)).toEqual(['number_repeated', true, true]);
  });
});
