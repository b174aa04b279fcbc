import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Response } from 'supertest';
import { aCampaignFixture } from '../../support/campaigns.js';
import { inStore } from '../../support/databases.js';
import { useSharedApp } from '../../support/shared-app.js';
import { aNumber, countsOf, csvOf, Importing, rowErrorsOf } from './importing.js';

const SOURCE = { source_id: 'crm', batch_id: '2026-11-22' };

describe('what a request about a campaign has wrong by itself', () => {
  const test = useSharedApp();
  let imports: Importing;
  let closed: string;
  let open: string;

  beforeAll(async () => {
    imports = new Importing(test, await aCampaignFixture(test));
    open = (await imports.desk.made()).campaign_id;
    closed = (await imports.desk.made()).campaign_id;
    const contacts = csvOf(['to_number', 'external_contact_id'], [aNumber(1), 'a']);
    await imports.csv(closed, contacts);
    await imports.desk.send('post', `/${closed}/cancel`).expect(200);
  });

  const outcome = ({ status, text }: Response, word: string): [number, boolean] => [
    status,
    text.includes(word),
  ];

  // access 7.6; campaigns 4.1. Fails if the campaign or its status is checked before the body.
  it.each([
    ['no UTF-8', Buffer.from([0xff, 0x0a]), 'not_utf8'],
    ['a header without its column', 'external_contact_id\na\n', 'missing'],
    ['a column that no campaign has', `to_number,a b\n${aNumber(1)},x\n`, 'unsupported_column'],
  ])('of a CSV import is reported first: %s', async (_, file, code) => {
    for (const id of [closed, randomUUID(), 'no-uuid']) {
      expect(outcome(await imports.csv(id, file), code), id).toEqual([422, true]);
    }
  });

  it.each([
    ['an unknown field', { ...SOURCE, contacts: [{ to_number: aNumber(1) }], other: 1 }],
    ['an unknown field of a contact', { ...SOURCE, contacts: [{ 'a b': 'x' }] }],
  ])('of a JSON import is reported first: %s', async (_, body) => {
    for (const id of [closed, randomUUID()]) {
      expect(outcome(await imports.json(id, body), 'extra_forbidden'), id).toEqual([422, true]);
    }
  });

  it('is not one that only the campaign could reveal', async () => {
    const file = `to_number,favourite\n${aNumber(1)},x\n`;
    expect((await imports.csv(randomUUID(), file)).status).toBe(404);
    expect(outcome(await imports.csv(closed, file), 'unsupported_column')).toEqual([422, true]);
    const sound = `to_number,first_name\n${aNumber(1)},x\n`;
    expect(outcome(await imports.csv(closed, sound), 'invalid_campaign_state')).toEqual([422, true]);
  });

  // requests 1.3
  it('is an id in capitals: it is 404, and takes no key away', async () => {
    const key = randomUUID();
    const file = csvOf(['to_number', 'external_contact_id'], [aNumber(2), 'b']);
    expect((await imports.csv(open.toUpperCase(), file, { key })).status).toBe(404);
    expect((await imports.csv(open, file, { key })).status).toBe(200);
  });

  // campaigns 6.3
  it('is a campaign that is over: it is never ready', async () => {
    for (const [method, path] of [
      ['get', 'validation'],
      ['post', 'validate'],
    ] as const) {
      const answer = await imports.desk.send(method, `/${closed}/${path}`).expect(200);
      expect(answer.body).toMatchObject({
        status: 'blocked',
        blockers: [{ scope: 'campaign', code: 'campaign_closed' }],
        warnings: [],
        contact_blocker_counts: {},
      });
    }
  });

  // campaigns 1.3, 2.8
  it('is no description of blanks: that is none', async () => {
    const { campaign_id: id, description } = await imports.desk.made({ description: ' \n ' });
    expect(description).toBeNull();
    const changed = await imports.desk.send('patch', `/${id}`, { body: { description: 'x' } }).expect(200);
    expect(changed.body).toMatchObject({ description: 'x' });
    const emptied = await imports.desk.send('patch', `/${id}`, { body: { description: '  ' } }).expect(200);
    expect(emptied.body).toMatchObject({ description: null });
  });

  // campaigns 4.5
  it('is a region that New Zealand does not have', async () => {
    const { campaign_id: id } = await imports.desk.made();
    const file = csvOf(
      ['to_number', 'recipient_country', 'recipient_subdivision'],
      [aNumber(11), 'NZ', 'NZ-XYZ'],
      [aNumber(12), 'NZ', 'NSW'],
      [aNumber(13), 'NZ', 'AUK'],
      [aNumber(14), '', 'NZ-WGN'],
      [aNumber(15), 'NZ', 'AU-NSW'],
    );
    const answer = await imports.csv(id, file);
    expect(countsOf(answer)).toEqual([2, 0, 3]);
    expect(rowErrorsOf(answer)).toEqual([2, 3, 6].map((row) => `${row} recipient_subdivision not_allowed`));
  });

  // campaigns 2.6; privacy 3.7
  it('is not a detail whose sealed part does not open', async () => {
    const compliance = { cli_return_number: '+61491570156', cli_employer_name: 'Example Energy' };
    const { campaign_id: id } = await imports.desk.made({
      compliance: { ...(await imports.desk.detail(open)).compliance, ...compliance },
    });
    await inStore(
      test,
      `UPDATE campaigns SET compliance = (SELECT compliance FROM campaigns WHERE campaign_id = $1) WHERE campaign_id = $2`,
      [id, open],
    );
    expect((await imports.desk.detail(open)).compliance).toMatchObject({
      cli_return_number: null,
      cli_employer_name: 'Example Energy',
    });
  });
});
