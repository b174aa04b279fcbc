import { beforeAll, describe, expect, it } from 'vitest';
import { TenantKeys } from '../../../src/core/privacy/keys/tenant-keys.js';
import { openField } from '../../../src/core/privacy/keys/field-cipher.js';
import { phoneHash } from '../../../src/features/campaigns/rules/phone.js';
import { contactSealContext } from '../../../src/features/campaigns/rules/contact-seal.js';
import { aCampaignFixture } from '../../support/campaigns.js';
import { inStore } from '../../support/databases.js';
import { newMatchingKey } from '../../support/matching-keys.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { aNumber, countsOf, csvOf, Importing } from './importing.js';

const HEAD = ['to_number', 'external_contact_id'];

describe('an import of contacts that the campaign has', () => {
  const clock = new TestClock();
  const test = useSharedApp({ clock });
  let imports: Importing;

  beforeAll(async () => {
    imports = new Importing(test, await aCampaignFixture(test));
  });

  /** A campaign with the contact `a`. */
  async function withContact(
    ...cells: readonly (readonly [column: string, value: string])[]
  ): Promise<string> {
    const { campaign_id: id } = await imports.desk.made();
    const columns = cells.map(([column]) => column);
    const values = cells.map(([, value]) => value);
    const answer = await imports.csv(id, csvOf([...HEAD, ...columns], [aNumber(1), 'a', ...values]));
    expect(countsOf(answer)).toEqual([1, 0, 0]);
    return id;
  }
  const again = (id: string, columns: readonly string[], values: readonly string[], number = aNumber(1)) =>
    imports.csv(id, csvOf([...HEAD, ...columns], [number, 'a', ...values]));

  async function personalizationOf(id: string): Promise<unknown> {
    const row = await imports.contact(id, 'a');
    const sealed = row['personalization_encrypted'] as Buffer | null;
    if (sealed === null) return null;
    const { tenant } = imports.desk;
    const key = await test.app.get(TenantKeys).current(tenant, 'encryption');
    const place = contactSealContext(tenant, row['contact_id'] as string, 'personalization_encrypted');
    return JSON.parse(openField(key, place, sealed)) as unknown;
  }

  async function suppress(number: string, projectId: string | null): Promise<void> {
    const { tenant } = imports.desk;
    const key = await test.app.get(TenantKeys).current(tenant, 'matching');
    await inStore(
      test,
      `INSERT INTO suppressions (client_id, data_env, project_id, phone_hash, phone_hash_key_id, masked_phone, reason, source, created_at, created_by)
       VALUES ($1, $2, $3, $4, $5, '***', 'direct_opt_out', 'test', now(), 'test')`,
      [tenant.clientId, tenant.dataEnv, projectId, phoneHash(key, number), key.keyId],
    );
  }

  // campaigns 3.7, 4.7
  it('is found by its external_contact_id however the accents were typed', async () => {
    const { campaign_id: id } = await imports.desk.made();
    await imports.csv(id, csvOf(HEAD, [aNumber(1), 'M\u00f6bel']));
    for (const asked of ['M\u00f6bel', 'Mo\u0308bel']) {
      const query = { external_contact_id: asked };
      const listed = await imports.desk.send('get', `/${id}/contacts`, { query }).expect(200);
      expect(listed.body).toMatchObject({ pagination: { total: 1 } });
    }
  });

  // campaigns 4.9
  it.each(['pending', 'pending_dispatch', 'queued'])(
    'updates one that is %s, and keeps what is left out',
    async (status) => {
      const id = await withContact(
        ['consent_type', 'express'],
        ['recipient_timezone', 'Australia/Perth'],
        ['first_name', 'Robin'],
      );
      await imports.change(id, 'a', 'status = $3', [status]);
      const before = await imports.contact(id, 'a');
      clock.advance(1_000);
      const answer = await again(
        id,
        ['clinic', 'consent_source', 'recipient_timezone'],
        ['North', 'web form', ''],
        aNumber(2),
      );
      expect([answer.status, countsOf(answer)]).toEqual([200, [0, 1, 0]]);
      const after = await imports.contact(id, 'a');
      expect(after).toMatchObject({
        contact_id: before['contact_id'],
        status,
        masked_phone: '+61 *** *** 002',
        consent_type: 'express',
        consent_source: 'web form',
        recipient_timezone: 'Australia/Perth',
        created_at: before['created_at'],
        updated_at: clock.now(),
      });
      expect(after['phone_hash']).not.toEqual(before['phone_hash']);
      expect(await personalizationOf(id)).toEqual({ clinic: 'North', first_name: 'Robin' });
      expect(after['personalization_hash']).not.toEqual(before['personalization_hash']);
    },
  );

  it('leaves personalization alone that says the same', async () => {
    const id = await withContact(['first_name', 'Robin'], ['clinic', 'North']);
    const before = await imports.contact(id, 'a');
    await again(id, ['clinic'], ['North']);
    expect((await imports.contact(id, 'a'))['personalization_encrypted']).toEqual(
      before['personalization_encrypted'],
    );
    await again(id, ['first_name'], ['']);
    expect(await personalizationOf(id)).toEqual({ clinic: 'North', first_name: 'Robin' });
  });

  // campaigns 4.9
  it.each([
    'dialing',
    'in_call',
    'retry_scheduled',
    'completed',
    'failed',
    'suppressed',
    'cancelled',
    'expired',
  ])('never changes one that is %s', async (status) => {
    const id = await withContact(['first_name', 'Robin']);
    await imports.change(id, 'a', 'status = $3', [status]);
    const before = await imports.contact(id, 'a');
    const answer = await again(id, ['first_name', 'registry_status'], ['Kim', 'not_listed'], aNumber(2));
    expect(countsOf(answer)).toEqual([0, 1, 0]);
    expect(await imports.contact(id, 'a')).toEqual(before);
  });

  it('never changes one that may not be called because of an opt-out, also by another number', async () => {
    const id = await withContact();
    await imports.change(id, 'a', `is_callable = false, not_callable_reason = 'dnc'`);
    const before = await imports.contact(id, 'a');
    expect(countsOf(await again(id, ['first_name'], ['Kim'], aNumber(2)))).toEqual([0, 1, 0]);
    expect(await imports.contact(id, 'a')).toEqual(before);
  });

  // campaigns 4.16
  it.each(['project', 'client'])(
    'takes a number that is suppressed for the %s as dnc, new or changed',
    async (scope) => {
      const index = scope === 'project' ? 3001 : 3101;
      await suppress(aNumber(index), scope === 'project' ? imports.desk.projectId : null);
      const id = await withContact();
      await again(id, [], [], aNumber(index));
      await imports.csv(id, csvOf(HEAD, [aNumber(index), 'b'], [aNumber(index + 1), 'c']));
      const rows = (await imports.contacts(id)).map((it) => [
        it['external_contact_id'],
        it['is_callable'],
        it['not_callable_reason'],
      ]);
      expect(rows).toEqual([
        ['a', false, 'dnc'],
        ['b', false, 'dnc'],
        ['c', true, null],
      ]);
      expect((await imports.desk.detail(id)).counts).toMatchObject({
        total: 3,
        callable: 1,
        not_callable: 2,
      });
    },
  );

  // campaigns 4.16
  it('finds a suppression that is older than the key by which numbers are hashed now', async () => {
    await suppress(aNumber(3301), null);
    await newMatchingKey(test, imports.desk.tenant);
    clock.advance(6 * 60_000);
    const { campaign_id: id } = await imports.desk.made();
    await imports.csv(id, csvOf(HEAD, [aNumber(3301), 'a'], [aNumber(3302), 'b']));
    expect(await imports.contact(id, 'a')).toMatchObject({
      phone_hash_key_id: 'second',
      not_callable_reason: 'dnc',
    });
    expect(await imports.contact(id, 'b')).toMatchObject({ is_callable: true });
  });

  // campaigns 4.16
  it('does not call for another project what is suppressed in that one alone', async () => {
    await suppress(aNumber(3201), 'another-project');
    const id = await withContact();
    await again(id, [], [], aNumber(3201));
    expect(await imports.contact(id, 'a')).toMatchObject({ is_callable: true });
  });

  // campaigns 4.9
  it('does not let older evidence from a register take the place of newer', async () => {
    const columns = ['registry_status', 'registry_checked_at_utc', 'registry_valid_until_utc'];
    const id = await withContact(
      ['registry_status', 'listed'],
      ['registry_checked_at_utc', '2026-11-10T00:00:00Z'],
    );
    await again(id, columns, ['not_listed', '2026-11-09T00:00:00Z', '2026-12-09T00:00:00Z']);
    expect(await imports.contact(id, 'a')).toMatchObject({
      registry_status: 'listed',
      registry_valid_until: null,
    });
    await again(id, columns, ['not_listed', '2026-11-11T00:00:00Z', '2026-12-11T00:00:00Z']);
    expect(await imports.contact(id, 'a')).toMatchObject({ registry_status: 'not_listed' });
  });

  // Fails if the register status of the old number is kept for the new one. campaigns 4.9
  it('does not take a wash of the number that it had for one of the number that it gets', async () => {
    const columns = ['registry_status', 'registry_checked_at_utc', 'registry_valid_until_utc'];
    const later = ['not_listed', '2026-11-11T00:00:00Z', '2026-12-11T00:00:00Z'];
    const earlier = ['listed', '2026-11-10T00:00:00Z', '2026-12-10T00:00:00Z'];
    const washed = columns.map((column, index) => [column, later[index]!] as const);
    const id = await withContact(...washed, ['consent_type', 'express'], ['registry_vendor', 'Keystone']);
    await again(id, [], []);
    expect(await imports.contact(id, 'a')).toMatchObject({ registry_status: 'not_listed' });
    await again(id, [], [], aNumber(2));
    expect(await imports.contact(id, 'a')).toMatchObject({
      registry_status: null,
      registry_checked_at: null,
      registry_valid_until: null,
      registry_vendor: null,
      consent_type: 'express',
    });
    await again(id, columns, later, aNumber(2));
    await again(id, columns, earlier, aNumber(3));
    expect(await imports.contact(id, 'a')).toMatchObject({
      registry_status: 'listed',
      registry_checked_at: new Date(earlier[1]!),
    });
  });

  // Fails if an import does not block opt-outs: one that commits between its check and its rows is
  // missed. campaigns 4.16
  it('ends with dnc whichever of import and opt-out comes first', async () => {
    const { desk } = imports;
    const optOut = (to_number: string) =>
      desk.send('post', '/suppressions', {
        body: { to_number, reason: 'direct_opt_out', source: 'test', project_id: desk.projectId },
      });
    const { campaign_id: id } = await desk.made();
    const numbers = Array.from({ length: 16 }, (_, index) => aNumber(4000 + index));
    const answers = await Promise.all(
      numbers.flatMap((number, index) => [
        optOut(number).then((it) => it),
        imports.csv(id, csvOf(HEAD, [number, `race-${index}`])),
      ]),
    );
    expect(answers.map(({ status }) => status).filter((status) => status > 201)).toEqual([]);
    const reasons = (await imports.contacts(id)).map((it) => it['not_callable_reason']);
    expect(reasons).toEqual(numbers.map(() => 'dnc'));
  });

  // campaigns 4.15
  it('has all of its effect once when several import the same contacts at once', async () => {
    const { campaign_id: id } = await imports.desk.made();
    const rows = Array.from({ length: 40 }, (_, index) => [aNumber(index), `id-${index}`]);
    const answers = await Promise.all(
      ['North', 'South', 'East', 'West'].map((clinic) =>
        imports.csv(id, csvOf([...HEAD, 'clinic'], ...rows.map((cells) => [...cells, clinic]))),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const [accepted, duplicate] = [0, 1].map((at) => answers.reduce((sum, it) => sum + countsOf(it)[at]!, 0));
    expect([accepted, duplicate]).toEqual([40, 120]);
    expect(await imports.contacts(id)).toHaveLength(40);
    expect((await imports.desk.detail(id)).counts).toMatchObject({ total: 40, pending: 40 });
  });
});
