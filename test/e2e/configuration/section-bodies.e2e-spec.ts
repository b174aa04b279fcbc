import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { SectionDefinition } from '../../../src/features/configuration/rules/sections/section-definition.js';
import { section } from '../../../src/features/configuration/sections/booking/booking.section.js';
import {
  useProjectFixture,
  codeOf,
  exampleOf,
  fieldsOf,
  historyOf,
  pathOf,
  read,
  sectionOf,
  write,
} from './editing.js';
import { useSharedApp } from '../../support/shared-app.js';

const booking = section as unknown as SectionDefinition;
const EXAMPLE = exampleOf(booking);

describe('bodies and keys of a write', () => {
  const test = useSharedApp();
  const desk = useProjectFixture(test);

  /** A body that is sent as it is, without being serialised again. */
  const raw = (body: string) =>
    test
      .request()
      .put(pathOf(desk, 'booking'))
      .set(desk.admin)
      .set('Content-Type', 'application/json')
      .send(body);
  const json = JSON.stringify(EXAMPLE);
  const inside = (text: string): string => `{"configuration":${json.slice(0, -1)},${text}}}`;
  const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;

  it.each<[string, () => string, number, [string, string][]]>([
    ['a list', () => '[]', 422, [['body', 'object_type']]],
    ['an empty object', () => '{}', 422, [['configuration', 'missing']]],
    ['null for the configuration', () => '{"configuration":null}', 422, [['configuration', 'object_type']]],
    [
      '__proto__ inside',
      () => inside('"__proto__":{"enabled":true}'),
      422,
      [['configuration.__proto__', 'extra_forbidden']],
    ],
    [
      'constructor inside',
      () => inside('"constructor":{}'),
      422,
      [['configuration.constructor', 'extra_forbidden']],
    ],
    [
      '__proto__ outside',
      () => `{"configuration":${json},"__proto__":{}}`,
      422,
      [['__proto__', 'extra_forbidden']],
    ],
    [
      'a thousand and one values in one place',
      () => inside(`"many":[${'1,'.repeat(1000)}1]`),
      422,
      [['body', 'too_long']],
    ],
    ['a depth of 5000', () => inside(`"deep":${deep}`), 422, [['body', 'too_deep']]],
    [
      'NUL in a text',
      () => `{"configuration":${json.replace('Whitening', 'White\\u0000')}}`,
      422,
      [['configuration.services.1.name', 'text_not_storable']],
    ],
    [
      'half of a surrogate pair',
      () => `{"configuration":${json.replace('Whitening', '\\ud83d')}}`,
      400,
      [['configuration.services.1.name', 'half_surrogate']],
    ],
    [
      'a number beyond all bounds',
      () => `{"configuration":${json.replace('"buffer_minutes":5', '"buffer_minutes":1e999')}}`,
      422,
      [['configuration.services.0.buffer_minutes', 'number_range']],
    ],
  ])('refuses %s', async (_, body, status, fields) => {
    const response = await raw(body()).expect(status);
    expect(fieldsOf(response)).toEqual(fields);
    expect(await historyOf(test, desk)).toEqual([]);
    expect(({} as { enabled?: unknown }).enabled).toBeUndefined();
  });

  // requests 3.4; workspace 1.5
  it('refuses what is no JSON, no object at all, and a body that is too large', async () => {
    expect(codeOf(await raw('{').expect(400))).toBe('validation_failed');
    expect(fieldsOf(await raw('"text"').expect(422))).toEqual([['body', 'object_type']]);
    expect(codeOf(await raw(inside(`"x":"${'x'.repeat(256 * 1024)}"`)).expect(413))).toBe(
      'content_too_large',
    );
    const none = await test.request().put(pathOf(desk, 'booking')).set(desk.admin).expect(422);
    expect(fieldsOf(none)).toEqual([['body', 'object_type']]);
  });

  // requests 3.7
  it('names at most fifty wrong fields', async () => {
    const services = Array.from({ length: 50 }, () => ({ a: 1, b: 2 }));
    const response = await write(test, desk, booking, { ...EXAMPLE, services }).expect(422);
    expect(fieldsOf(response)).toHaveLength(50);
  });

  it('keeps emoji, line breaks and every script as they were sent', async () => {
    const message = 'Bis bald 👋🏽\n明日 — до завтра ‮';
    const configuration = { ...EXAMPLE, confirmation: { sms: true, email: true, message } };
    await write(test, desk, booking, configuration).expect(200);
    expect(sectionOf(await read(test, desk, booking)).configuration).toEqual(configuration);
  });

  // requests 5.3
  it('does the work once for a key, and gives the first answer again with its etag', async () => {
    const key = randomUUID();
    const first = await write(test, desk, booking).set('Idempotency-Key', key).expect(200);
    await write(test, desk, booking, { ...EXAMPLE, enabled: false }).expect(200);
    const again = await write(test, desk, booking).set('Idempotency-Key', key).expect(200);
    expect(again.get('Idempotent-Replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    expect(again.get('ETag')).toBe(first.get('ETag'));
    expect(await historyOf(test, desk)).toHaveLength(2);
  });

  it('refuses a key that was used for another body, and gives it back after a failure', async () => {
    const key = randomUUID();
    await write(test, desk, booking, {}).set('Idempotency-Key', key).expect(422);
    await write(test, desk, booking).set('Idempotency-Key', key).expect(200);
    const other = await write(test, desk, booking, { ...EXAMPLE, enabled: false }).set(
      'Idempotency-Key',
      key,
    );
    expect([other.status, codeOf(other)]).toEqual([422, 'idempotency_key_reuse']);
    expect(await historyOf(test, desk)).toHaveLength(1);
  });

  it('needs no key where the contract asks for none', async () => {
    await raw(`{"configuration":${json}}`).expect(200);
  });

  it('leaves nothing behind when it fails half-way', async () => {
    await test.world.sql(
      `CREATE FUNCTION refuse_edits() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''refused''; END'`,
    );
    await test.world.sql(
      `CREATE TRIGGER refuse BEFORE INSERT ON project_section_edits FOR EACH ROW EXECUTE FUNCTION refuse_edits()`,
    );
    try {
      await write(test, desk, booking).expect(500);
    } finally {
      await test.world.sql(`DROP FUNCTION refuse_edits() CASCADE`);
    }
    expect(sectionOf(await read(test, desk, booking)).source).toBe('default');
    const draft = await test.request().get(pathOf(desk, 'draft')).set(desk.admin).expect(200);
    expect((draft.body as { etag: unknown }).etag).toBeNull();
    await write(test, desk, booking).expect(200);
  });

  it.each([
    ['governance', 'put', 'draft', 1],
    ['testing-overrides', 'patch', '', 8],
  ])('%s needs a key of at least so many characters', async (name, method, path, least) => {
    const send = (key?: string) => {
      const request = test
        .request()
        [method as 'put' | 'patch'](pathOf(desk, path === '' ? name : `${name}/${path}`))
        .set(desk.admin);
      return (key === undefined ? request : request.set('Idempotency-Key', key)).send({});
    };
    expect(codeOf(await send().expect(400))).toBe('validation_failed');
    if (least > 1) expect((await send('k'.repeat(least - 1))).status).toBe(400);
    expect((await send('k'.repeat(least))).status).toBe(422);
    expect((await send('k'.repeat(129))).status).toBe(400);
  });
});
