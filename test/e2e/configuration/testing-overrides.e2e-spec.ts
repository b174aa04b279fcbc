import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { section as overrides } from '../../../src/features/configuration/sections/testing-overrides/testing-overrides.section.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { aProjectFixture, fieldsOf, pathOf, publish, read, sectionOf, write } from './editing.js';
import type { ProjectFixture } from './editing.js';

const DAY_MS = 86_400_000;
const IN_A_MONTH = new Date(Date.now() + 30 * DAY_MS).toISOString();

const ON = {
  enabled: true,
  expires_at_utc: IN_A_MONTH,
  greeting: 'This is a test.',
  test_numbers: ['+61255501234'],
};

describe('testing overrides', () => {
  const clock = new TestClock();
  const test = useSharedApp({ clock });
  let desk: ProjectFixture;

  beforeEach(async () => {
    clock.set(new Date());
    desk = await aProjectFixture(test, 'active');
  });

  const change = (configuration: object) => write(test, desk, overrides as never, configuration);
  const summaryOf = async (): Promise<unknown> => {
    const [one, list] = [
      await test.request().get(`/v1/projects/${desk.projectId}`).set(desk.admin).expect(200),
      await test.request().get('/v1/projects').set(desk.admin).expect(200),
    ];
    const summary = (one.body as { testing_override_summary?: unknown }).testing_override_summary;
    expect((list.body as { items: { testing_override_summary?: unknown }[] }).items).toMatchObject([
      summary === undefined ? {} : { testing_override_summary: summary },
    ]);
    return summary;
  };

  it('are off until somebody turns them on', async () => {
    expect(sectionOf(await read(test, desk, overrides as never).expect(200))).toMatchObject({
      source: 'default',
      configuration: overrides.defaults,
      validation: { status: 'ready' },
    });
  });

  // workspace 2.6
  it('keep what a change leaves out, lose what is null, and are turned off as a whole', async () => {
    await change(ON).expect(200);
    const changed = sectionOf(await change({ greeting: null, transfer_disabled: true }).expect(200));
    expect(changed.configuration).toEqual({
      ...overrides.defaults,
      ...ON,
      greeting: null,
      transfer_disabled: true,
    });
    const off = sectionOf(await change({ enabled: false }).expect(200));
    expect(off.configuration).toEqual({ ...changed.configuration, enabled: false });
    expect(off.validation).toEqual({ status: 'ready', findings: [] });
  });

  it('tell when they have ended, and when there is no call they could be about', async () => {
    const MINUTE_MS = 60_000;
    const expires_at_utc = new Date(clock.now().getTime() + MINUTE_MS).toISOString();
    const codes = async () =>
      sectionOf(await read(test, desk, overrides as never)).validation.findings.map(({ code }) => code);
    await change({ ...ON, expires_at_utc, test_numbers: [] }).expect(200);
    expect(await codes()).toEqual(['test_numbers_missing']);
    await change({ test_numbers: ON.test_numbers }).expect(200);
    expect(await codes()).toEqual([]);
    clock.advance(MINUTE_MS);
    expect(await codes()).toEqual(['override_expired']);
  });

  it.each<[string, string | undefined]>([
    ['none', undefined],
    ['one of 7 characters', 'seven-7'],
  ])('are not changed with a key that is %s', async (_, key) => {
    const request = test.request().patch(pathOf(desk, 'testing-overrides')).set(desk.admin);
    await (key === undefined ? request : request.set('Idempotency-Key', key))
      .send({ configuration: ON })
      .expect(400);
  });

  // workspace 1.1; requests 5.1
  it('are changed once per key of 8 characters', async () => {
    const send = () =>
      test
        .request()
        .patch(pathOf(desk, 'testing-overrides'))
        .set(desk.admin)
        .set('Idempotency-Key', 'eight-88')
        .send({ configuration: ON })
        .expect(200);
    const [first, second] = [await send(), await send()];
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotent-replayed']).toBe('true');
  });

  it('refuse a change of nothing, and values of another kind, by their paths', async () => {
    expect(fieldsOf(await change({}).expect(422)).map(([field]) => field)).toEqual(['configuration']);
    const wrong = { enabled: null, test_numbers: ['+61255501234', '0255501234'], voice: 'x' };
    expect(
      fieldsOf(await change(wrong).expect(422))
        .map(([field]) => field)
        .sort(),
    ).toEqual(['configuration.enabled', 'configuration.test_numbers.1', 'configuration.voice']);
  });

  // projects 2.3
  it('are summed up by the project: the draft, else what is published and on', async () => {
    expect(await summaryOf()).toBeUndefined();
    const saved = sectionOf(await change(ON).expect(200));
    expect(await summaryOf()).toEqual({
      enabled: true,
      expires_at_utc: IN_A_MONTH,
      updated_at: saved.updated_at,
    });
    await publish(test, desk, 1, { 'testing-overrides': { ...overrides.defaults, ...ON } });
    expect(await summaryOf()).toEqual({
      enabled: true,
      expires_at_utc: IN_A_MONTH,
      updated_at: '2026-10-01T00:00:00.000Z',
    });
    await change({ enabled: false }).expect(200);
    expect(await summaryOf()).toBeUndefined();
    await publish(test, desk, 2, { 'testing-overrides': overrides.defaults });
    expect(await summaryOf()).toBeUndefined();
  });

  it('are not shown to keys', async () => {
    const key = await test.world.aKey(desk.tenant, 'partner_admin');
    await test.request().get(pathOf(desk, 'testing-overrides')).set('X-API-Key', key).expect(404);
    await test
      .request()
      .patch(pathOf(desk, 'testing-overrides'))
      .set('X-API-Key', key)
      .set('Idempotency-Key', randomUUID())
      .send({ configuration: ON })
      .expect(404);
  });
});
