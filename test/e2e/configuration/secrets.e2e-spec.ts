import { beforeEach, describe, expect, it } from 'vitest';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { bearer } from '../access/callers.js';
import { aProjectFixture, codeOf, fieldsOf } from './editing.js';
import type { ProjectFixture } from './editing.js';
import {
  auditOf,
  booking,
  bookingWith,
  draftEtag,
  makeSecret,
  completeDraft,
  publishDraft,
  save,
  send,
} from '../releases/releasing.js';

const VALUE = 'correct-horse-battery-4711';

describe('secrets of a project', () => {
  const clock = new TestClock(new Date('2026-10-31T04:12:09.000Z'));
  const test = useSharedApp({ clock });
  let desk: ProjectFixture;

  beforeEach(async () => {
    clock.set('2026-10-31T04:12:09.000Z');
    desk = await aProjectFixture(test);
  });

  const list = async (): Promise<Record<string, unknown>[]> =>
    ((await send(test, desk, 'get', 'secrets').expect(200)).body as { items: Record<string, unknown>[] })
      .items;
  const rotate = (name: string, value: string) =>
    send(test, desk, 'post', `secrets/${name}/rotate`, { body: { value } });
  const remove = (name: string) => send(test, desk, 'delete', `secrets/${name}`);

  it('are none at first', async () => {
    expect(await list()).toEqual([]);
  });

  // workspace 4.3
  it('are shown as records without their value', async () => {
    const made = await makeSecret(test, desk, 'CRM_API_KEY', VALUE).expect(200);
    const record = {
      secret_name: 'CRM_API_KEY',
      reference_preview: '****4711',
      version: 1,
      created_at: '2026-10-31T04:12:09.000Z',
      created_by: desk.adminId,
      updated_at: '2026-10-31T04:12:09.000Z',
      updated_by: desk.adminId,
    };
    expect(made.body).toEqual(record);
    await makeSecret(test, desk, 'BILLING', 'short').expect(200);
    expect(await list()).toEqual([{ ...record, secret_name: 'BILLING', reference_preview: '****' }, record]);
  });

  // workspace 4.3
  it('get a new version and preview when they are rotated, and remember who made them', async () => {
    await makeSecret(test, desk, 'CRM', VALUE).expect(200);
    clock.advance(60_000);
    const admin = await test.world.aUser(desk.tenant, { role: 'partner_admin' });
    const rotated = await send(test, desk, 'post', 'secrets/CRM/rotate', {
      body: { value: 'another-horse-0815' },
      as: bearer(admin.token()),
    }).expect(200);
    expect(rotated.body).toMatchObject({
      reference_preview: '****0815',
      version: 2,
      created_at: '2026-10-31T04:12:09.000Z',
      created_by: desk.adminId,
      updated_at: '2026-10-31T04:13:09.000Z',
      updated_by: admin.userId,
    });
    expect(await list()).toEqual([rotated.body]);
  });

  it('are gone once they are deleted, and their name is free again', async () => {
    await makeSecret(test, desk, 'CRM', VALUE).expect(200);
    const removed = await remove('CRM').expect(200);
    expect(removed.body).toEqual({ secret_name: 'CRM', deleted_at: '2026-10-31T04:12:09.000Z' });
    expect(await list()).toEqual([]);
    await remove('CRM').expect(404);
    const again = await makeSecret(test, desk, 'CRM', VALUE).expect(200);
    expect(again.body).toMatchObject({ version: 1 });
  });

  // workspace 4.6
  it('have one name each', async () => {
    await makeSecret(test, desk, 'CRM', VALUE).expect(200);
    const second = await makeSecret(test, desk, 'CRM', 'another-value');
    expect([second.status, codeOf(second)]).toEqual([409, 'project_secret_exists']);
    await makeSecret(test, desk, 'crm', VALUE).expect(200);
    expect(await list()).toMatchObject([{ secret_name: 'CRM', version: 1 }, { secret_name: 'crm' }]);
  });

  it('are made once, however often they are asked for at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => makeSecret(test, desk, 'CRM', VALUE)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(409)]);
    expect(await list()).toHaveLength(1);
  });

  // workspace 4.1
  it('need an idempotency key to be made and rotated, and none to be deleted', async () => {
    const body = { secret_name: 'CRM', value: VALUE };
    await send(test, desk, 'post', 'secrets', { body, key: null }).expect(400);
    await send(test, desk, 'post', 'secrets', { body, key: 'k-1' }).expect(200);
    await send(test, desk, 'post', 'secrets/CRM/rotate', { body: { value: VALUE }, key: null }).expect(400);
    await send(test, desk, 'delete', 'secrets/CRM', { key: null }).expect(200);
  });

  it('are rotated once under one key, and the answer is given again', async () => {
    await makeSecret(test, desk, 'CRM', VALUE).expect(200);
    const sent = { body: { value: 'another-horse-0815' }, key: 'the-one' };
    const first = await send(test, desk, 'post', 'secrets/CRM/rotate', sent).expect(200);
    const second = await send(test, desk, 'post', 'secrets/CRM/rotate', sent).expect(200);
    expect(second.get('Idempotent-Replayed')).toBe('true');
    expect(second.body).toEqual(first.body);
    expect(await list()).toMatchObject([{ version: 2 }]);
    const other = await send(test, desk, 'post', 'secrets/CRM/rotate', {
      body: { value: 'yet-another-one' },
      key: 'the-one',
    });
    expect([other.status, codeOf(other)]).toEqual([422, 'idempotency_key_reuse']);
  });

  // workspace 4.5
  it.each([
    ['an empty value', { secret_name: 'CRM', value: '' }, 'value'],
    ['a value of 8193 characters', { secret_name: 'CRM', value: 'x'.repeat(8193) }, 'value'],
    ['no value', { secret_name: 'CRM' }, 'value'],
    ['a value that is a number', { secret_name: 'CRM', value: 4711 }, 'value'],
    ['a value with a NUL', { secret_name: 'CRM', value: 'abc\0def' }, 'value'],
    ['no name', { value: VALUE }, 'secret_name'],
    ['a name that begins with a digit', { secret_name: '1CRM', value: VALUE }, 'secret_name'],
    ['a name with a blank', { secret_name: 'CRM KEY', value: VALUE }, 'secret_name'],
    ['a name with a line break', { secret_name: 'CRM\n', value: VALUE }, 'secret_name'],
    ['a name of 65 characters', { secret_name: 'C'.repeat(65), value: VALUE }, 'secret_name'],
    ['a name that is a key', { secret_name: 'sk-proj-0123456789abcdefghij', value: VALUE }, 'secret_name'],
    ['a name that is a hash', { secret_name: `K_${'0a'.repeat(16)}`, value: VALUE }, 'secret_name'],
    ['a name that is random', { secret_name: 'aB3dE5fG7hJ9kL1mN3pQ5rS7', value: VALUE }, 'secret_name'],
    ['a name that is a token', { secret_name: 'eyJhbGciOiJIUzI1NiIsInR5', value: VALUE }, 'secret_name'],
  ])('are not made of %s', async (_, body, field) => {
    const refused = await send(test, desk, 'post', 'secrets', { body }).expect(422);
    expect(fieldsOf(refused).map(([name]) => name)).toEqual([field]);
    expect(refused.text).not.toContain(VALUE);
    expect(await list()).toEqual([]);
  });

  // workspace 4.5
  it.each([
    ['one character', 'C', 'x'],
    ['a long name in words', 'CustomerRelationshipApiKey2Production', 'x'],
    ['the longest name and value', `C${'-'.repeat(63)}`, 'x'.repeat(8192)],
    ['several lines', 'PEM', '-----BEGIN KEY-----\nabc\tdef\r\n-----END KEY-----\n'],
    ['other scripts', 'WORD', 'Schlüssel 鍵 🔑'],
  ])('may be %s', async (_, name, value) => {
    await makeSecret(test, desk, name, value).expect(200);
  });

  it.each(['constructor', '__proto__', 'no-such-secret', '%00', 'a%2Fb'])(
    'that are called %s and are not there are 404',
    async (name) => {
      await rotate(name, VALUE).expect(404);
      await remove(name).expect(404);
    },
  );

  // workspace 4.9
  it('cannot be deleted while the draft or the published version refers to them', async () => {
    await makeSecret(test, desk, 'CALENDAR', VALUE).expect(200);
    await save(test, desk, 'booking', bookingWith('CALENDAR'));
    const drafted = await remove('CALENDAR');
    expect([drafted.status, codeOf(drafted)]).toEqual([409, 'project_secret_in_use']);
    expect(drafted.body).toMatchObject({
      error: { message: expect.not.stringContaining('publish') as string },
    });
    expect(fieldsOf(drafted)).toEqual([['booking.calendar.credential', 'in_use_by_draft']]);
    await publishDraft(test, desk);
    await save(test, desk, 'booking', booking());
    const published = await remove('CALENDAR').expect(409);
    expect(published.body).toMatchObject({
      error: { message: expect.stringContaining('publish') as string },
    });
    expect(fieldsOf(published)).toEqual([['booking.calendar.credential', 'in_use_by_published']]);
    await publishDraft(test, desk);
    await remove('CALENDAR').expect(200);
  });

  // workspace 1.8
  it('are missed by validation and by publishing where they are not there', async () => {
    await completeDraft(test, desk);
    await save(test, desk, 'booking', bookingWith('CALENDAR'));
    const validated = await send(test, desk, 'post', 'booking/validate').expect(200);
    const findings = [{ code: 'secret_missing', path: 'calendar.credential' }];
    expect(validated.body).toMatchObject({ validation: { status: 'blocked', findings } });
    const ifMatch = await draftEtag(test, desk);
    const blocked = await send(test, desk, 'post', 'publish', { ifMatch }).expect(422);
    expect(fieldsOf(blocked)).toEqual([['booking.calendar.credential', 'secret_missing']]);
    await makeSecret(test, desk, 'CALENDAR', VALUE).expect(200);
    await send(test, desk, 'post', 'publish', { ifMatch }).expect(200);
  });

  it('are never deleted from under a version that is published at the same time', async () => {
    await save(test, desk, 'booking', bookingWith('CALENDAR'));
    for (let round = 0; round < 5; round += 1) {
      await makeSecret(test, desk, 'CALENDAR', VALUE).expect(200);
      await save(test, desk, 'booking', bookingWith('CALENDAR'));
      await publishDraft(test, desk);
      // The draft drops the reference to the secret, and discarding the draft restores it.
      await save(test, desk, 'booking', booking());
      const { version_number: version } = await publishDraft(test, desk);
      const [back, removed] = await Promise.all([
        send(test, desk, 'post', 'rollback', { body: { version_number: version - 1 } }),
        remove('CALENDAR'),
      ]);
      expect([`200 409`, `422 200`]).toContain(`${back.status} ${removed.status}`);
      if (back.status === 422) continue;
      await save(test, desk, 'booking', booking());
      await publishDraft(test, desk);
      await remove('CALENDAR').expect(200);
    }
  });

  // projects 5.2
  it('of an archived project are read and left alone', async () => {
    await makeSecret(test, desk, 'CRM', VALUE).expect(200);
    await test.world.archive(desk.projectId);
    for (const change of [makeSecret(test, desk, 'NEW', VALUE), rotate('CRM', VALUE), remove('CRM')]) {
      const refused = await change;
      expect([refused.status, codeOf(refused)]).toEqual([409, 'project_archived']);
    }
    expect(await list()).toMatchObject([{ secret_name: 'CRM', version: 1 }]);
  });

  // workspace 4.6
  it('are a hundred at most', async () => {
    await test.world.sql(
      `INSERT INTO project_secrets (client_id, data_env, project_id, secret_name, value_encrypted, reference_preview, created_by, updated_by)
       SELECT client_id, data_env, project_id, 'S' || n, '\\x00', '****', 'test', 'test'
         FROM projects, generate_series(1, 99) n WHERE project_id = $1`,
      [desk.projectId],
    );
    await makeSecret(test, desk, 'LAST', VALUE).expect(200);
    const refused = await makeSecret(test, desk, 'ONE_MORE', VALUE);
    expect([refused.status, codeOf(refused)]).toEqual([409, 'project_secret_limit']);
    expect(refused.text).toContain(' 100 ');
  });

  it('leave an audit row for each change, by name and version', async () => {
    await makeSecret(test, desk, 'CRM', VALUE).expect(200);
    await makeSecret(test, desk, 'CRM', VALUE).expect(409);
    await rotate('CRM', VALUE).expect(200);
    await remove('CRM').expect(200);
    const of = { project_id: desk.projectId, secret_name: 'CRM' };
    expect(await auditOf(test, desk, 'project_secret.%')).toEqual([
      { action: 'project_secret.created', actor_id: desk.adminId, metadata: { ...of, version: 1 } },
      { action: 'project_secret.rotated', actor_id: desk.adminId, metadata: { ...of, version: 2 } },
      { action: 'project_secret.deleted', actor_id: desk.adminId, metadata: { ...of, version: 2 } },
    ]);
  });
});
