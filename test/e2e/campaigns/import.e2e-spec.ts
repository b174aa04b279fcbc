import { beforeAll, describe, expect, it } from 'vitest';
import { aCampaignFixture, faultsOf } from '../../support/campaigns.js';
import { inStore } from '../../support/databases.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { aNumber, countsOf, csvOf, Importing, rowErrorsOf } from './importing.js';

const SOURCE = { source_id: 'crm', batch_id: '2026-11-22' };

describe('an import of contacts', () => {
  const clock = new TestClock();
  const test = useSharedApp({ clock });
  let imports: Importing;

  beforeAll(async () => {
    imports = new Importing(test, await aCampaignFixture(test));
  });

  const aCampaign = async (fields: object = {}): Promise<string> =>
    (await imports.desk.made(fields)).campaign_id;

  // campaigns 4.10, 4.11
  it('of CSV takes the valid rows and lists the errors of the others', async () => {
    const id = await aCampaign();
    clock.advance(60_000);
    const file = csvOf(
      ['to_number', 'external_contact_id', 'first_name', 'priority_override'],
      [aNumber(1), 'a', 'Robin', '7'],
      ['61491570002', 'b', 'Kim', ''],
      [aNumber(3), 'c', '', '0'],
      ['', '', '', ''],
      [aNumber(4), '', 'Sam', ''],
    );
    const answer = await imports.csv(id, `\ufeff${file}`);
    expect([answer.status, countsOf(answer)]).toEqual([200, [2, 0, 2]]);
    expect(rowErrorsOf(answer)).toEqual([
      '3 to_number phone_plus_missing',
      '4 priority_override not_a_whole_number',
    ]);
    const campaign = await imports.desk.detail(id);
    expect(answer.body).toMatchObject({ dry_run: false, campaign });
    expect(answer.body).not.toHaveProperty('source_id');
    expect(campaign).toMatchObject({
      counts: { total: 2, pending: 2, callable: 2, not_callable: 0 },
      updated_at_utc: clock.now().toISOString(),
    });
    expect(await imports.contacts(id)).toMatchObject([
      {
        external_contact_id: 'a',
        masked_phone: '+61 *** *** 001',
        status: 'pending',
        is_callable: true,
        priority_override: 7,
      },
      { external_contact_id: null, priority_override: null },
    ]);
  });

  // campaigns 4.6, 4.12
  it('of JSON does the same, echoes its source and numbers contacts from 1', async () => {
    const id = await aCampaign();
    const contacts = [
      { to_number: aNumber(1), external_contact_id: 'a', clinic: 'North' },
      { to_number: aNumber(2), external_contact_id: 'b', max_attempts: 3 },
      { to_number: aNumber(3), external_contact_id: '' },
      { to_number: aNumber(4), external_contact_id: 'robin@example.com' },
      { external_contact_id: 'e', call_type: 'sales' },
    ];
    const answer = await imports.json(id, { ...SOURCE, contacts });
    expect([answer.status, countsOf(answer)]).toEqual([200, [1, 0, 4]]);
    expect(answer.body).toMatchObject(SOURCE);
    expect(rowErrorsOf(answer)).toEqual([
      '2 max_attempts not_text',
      '3 external_contact_id required',
      '4 external_contact_id identifier_is_email_or_phone',
      '5 call_type not_allowed',
      '5 to_number required',
    ]);
    expect((answer.body as { row_errors: object[] }).row_errors[3]).toEqual({
      row: 5,
      column: 'call_type',
      code: 'not_allowed',
      message: 'must be one of the allowed values',
      allowed: ['telemarketing', 'research', 'service'],
    });
  });

  // campaigns 4.10
  it('may have no sound row at all', async () => {
    const id = await aCampaign();
    const answer = await imports.csv(id, 'to_number\n1\n2\n');
    expect([answer.status, countsOf(answer)]).toEqual([200, [0, 0, 2]]);
    expect(countsOf(await imports.csv(id, 'to_number\n'))).toEqual([0, 0, 0]);
  });

  // campaigns 4.8
  it('takes no row of an identifier that occurs twice', async () => {
    const id = await aCampaign();
    const file = csvOf(
      ['external_contact_id', 'to_number'],
      ['a', aNumber(1)],
      ['b', aNumber(2)],
      ['a', aNumber(3)],
    );
    expect(countsOf(await imports.csv(id, file))).toEqual([1, 0, 2]);
    expect((await imports.contacts(id)).map((it) => it['external_contact_id'])).toEqual(['b']);
  });

  // campaigns 4.1
  it.each(['scheduled', 'running', 'completed', 'cancelled', 'failed', 'draft', 'paused'])(
    'into a campaign that is %s is permitted, or refused with the code',
    async (status) => {
      const id = await aCampaign();
      await inStore(test, 'UPDATE campaigns SET status = $2 WHERE campaign_id = $1', [id, status]);
      const csv = await imports.csv(id, `to_number\n${aNumber(1)}\n`);
      const json = await imports.json(id, {
        ...SOURCE,
        contacts: [{ to_number: aNumber(1), external_contact_id: 'a' }],
      });
      const isPermitted = ['draft', 'paused'].includes(status);
      for (const { status: answered, body } of [csv, json]) {
        expect(answered).toBe(isPermitted ? 200 : 422);
        if (isPermitted) continue;
        expect(body).toMatchObject({ error: { code: 'invalid_campaign_state' } });
        const isOver = ['completed', 'cancelled', 'failed'].includes(status);
        expect(JSON.stringify(body)).toContain(
          isOver ? 'Create another campaign' : 'Pause the campaign first',
        );
      }
      expect(await imports.contacts(id)).toHaveLength(isPermitted ? 2 : 0);
    },
  );

  // campaigns 4.2, 4.3
  it.each<[string, string | Buffer, string, string]>([
    ['no body', '', 'body.header.to_number', 'missing'],
    ['no to_number', 'external_contact_id\na\n', 'body.header.to_number', 'missing'],
    [
      'a column that is not allowed',
      `to_number,age\n${aNumber(1)},7\n`,
      'body.header.age',
      'unsupported_column',
    ],
    [
      'a column twice',
      `to_number,to_number\n${aNumber(1)},${aNumber(1)}\n`,
      'body.header.to_number',
      'duplicate_column',
    ],
    ['another separator', `to_number;first_name\n${aNumber(1)};Robin\n`, 'body.header', 'separator'],
    ['Latin-1', Buffer.from(`to_number,first_name\n${aNumber(1)},Ren\xe9\n`, 'latin1'), 'body', 'not_utf8'],
    ['UTF-16', Buffer.from(`\ufeffto_number\n${aNumber(1)}\n`, 'utf16le'), 'body', 'not_utf8'],
    ['an open quote', `to_number\n${aNumber(1)}\n"${aNumber(2)}\n`, 'body', 'csv_quotes'],
    ['5,001 rows', `to_number\n${`${aNumber(1)}\n`.repeat(5001)}`, 'body', 'too_many_rows'],
    ['more than 1 MiB', `to_number\n${aNumber(1)}\n${' '.repeat(1024 * 1024)}`, 'body', 'too_large'],
  ])('of a file with %s is refused as a whole', async (_, file, place, type) => {
    const id = await aCampaign();
    const answer = await imports.csv(id, file);
    expect([answer.status, faultsOf(answer)]).toEqual([422, [[place, type]]]);
    expect(await imports.contacts(id)).toEqual([]);
  });

  it('takes a file as large as it may be', async () => {
    const id = await aCampaign();
    const file = `to_number\n${aNumber(1)}\n`;
    expect((await imports.csv(id, file + ' '.repeat(1024 * 1024 - file.length))).status).toBe(200);
  });

  // campaigns 4.6
  it.each<[string, object | string, number]>([
    ['what is no JSON', '{"source_id"', 400],
    ['a list', '[]', 422],
    [
      'an unknown field of a contact',
      { ...SOURCE, contacts: [{ to_number: aNumber(1), external_contact_id: 'a', age: '7' }] },
      422,
    ],
    ['a contact that is none', { ...SOURCE, contacts: ['a'] }, 422],
    ['no contacts', { ...SOURCE, contacts: [] }, 422],
    ['no source', { batch_id: 'b', contacts: [{}] }, 422],
    ['a body of more than 8 MiB', `{"source_id":"${'a'.repeat(8 * 1024 * 1024)}"}`, 413],
  ])('of a body with %s is refused as a whole', async (_, body, status) => {
    const id = await aCampaign();
    expect((await imports.json(id, body)).status).toBe(status);
    expect(await imports.contacts(id)).toEqual([]);
  });

  it.each(['application/json', 'text/plain', 'text/csv; charset=iso-8859-1'])(
    'of CSV is not sent as %s',
    async (type) => {
      expect((await imports.csv(await aCampaign(), 'to_number\n', { type })).status).toBe(415);
    },
  );

  // campaigns 4.13
  it('with dry_run says what it would do and stores nothing', async () => {
    const id = await aCampaign();
    await imports.csv(id, csvOf(['to_number', 'external_contact_id'], [aNumber(1), 'a']));
    const file = csvOf(
      ['to_number', 'external_contact_id'],
      [aNumber(2), 'a'],
      [aNumber(3), 'b'],
      ['1', 'c'],
    );
    const before = await imports.contacts(id);
    const tried = await imports.csv(id, file, { key: 'one', query: { dry_run: 'true' } });
    expect([tried.status, tried.body]).toMatchObject([200, { dry_run: true }]);
    expect(await imports.contacts(id)).toEqual(before);
    // The refused request did not use the key up.
    const done = await imports.csv(id, file, { key: 'one' });
    expect([countsOf(done), rowErrorsOf(done)]).toEqual([countsOf(tried), rowErrorsOf(tried)]);
    expect(countsOf(done)).toEqual([1, 1, 1]);
    expect(done.headers['idempotent-replayed']).toBeUndefined();
    expect((await imports.csv(id, file, { key: '', query: { dry_run: 'true' } })).status).toBe(400);
    expect((await imports.csv(id, file, { query: { dry_run: 'yes' } })).status).toBe(400);
  });

  // campaigns 4.9
  it('needs of a new contact the keys that its campaign requires', async () => {
    const personalization = { required_keys: ['first_name'], allowed_keys: ['first_name', 'clinic'] };
    const id = await aCampaign({ personalization });
    const file = csvOf(
      ['to_number', 'external_contact_id', 'first_name'],
      [aNumber(1), 'a', 'Robin'],
      [aNumber(2), 'b', ''],
    );
    const answer = await imports.csv(id, file);
    expect([countsOf(answer), rowErrorsOf(answer)]).toEqual([[1, 0, 1], ['3 first_name required']]);
    expect(
      countsOf(await imports.csv(id, csvOf(['to_number', 'external_contact_id'], [aNumber(1), 'a']))),
    ).toEqual([0, 1, 0]);
  });

  // campaigns 3.5
  it('stores nothing in clear about whom to call and why', async () => {
    const id = await aCampaign();
    const secrets = ['Canary Robin', 'Canary-Evidence-7', aNumber(7777).slice(1)];
    const file = csvOf(
      ['to_number', 'external_contact_id', 'first_name', 'consent_evidence_reference'],
      [aNumber(7777), 'canary', 'Canary Robin', 'Canary-Evidence-7'],
    );
    const answer = await imports.csv(id, file);
    const [row] = await imports.contacts(id);
    expect(row).toMatchObject({
      phone_hash: expect.any(Buffer) as unknown,
      phone_encrypted: expect.any(Buffer) as unknown,
      consent_evidence_encrypted: expect.any(Buffer) as unknown,
      personalization_encrypted: expect.any(Buffer) as unknown,
      personalization_hash: expect.any(Buffer) as unknown,
    });
    const texts = Object.values(row!).map((value) =>
      Buffer.isBuffer(value) ? value.toString('latin1') : String(value),
    );
    for (const secret of secrets) {
      expect(texts.filter((text) => text.includes(secret))).toEqual([]);
      expect(answer.text).not.toContain(secret);
      expect(test.logs()).not.toContain(secret);
    }
  });
});
