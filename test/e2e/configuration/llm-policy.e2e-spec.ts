import { describe, expect, it } from 'vitest';
import type { SectionDefinition } from '../../../src/features/configuration/rules/sections/section-definition.js';
import { OWN_SECTIONS } from '../../../src/features/configuration/sections/section-files.js';
import { useSharedApp } from '../../support/shared-app.js';
import { useProjectFixture, fieldsOf, historyOf, read, sectionOf, validate, write } from './editing.js';

const POLICY: SectionDefinition = OWN_SECTIONS.find(({ name }) => name === 'llm-policy')!;
const FRONT = {
  model_id: 'gpt-realtime',
  transport: 'websocket',
  purpose: 'speech_to_speech',
  timeout_ms: 3000,
};
const NOTES = {
  model_id: 'gpt-4.1-mini',
  transport: 'websocket',
  purpose: 'summarisation',
  timeout_ms: 5000,
};

describe('the model policy', () => {
  const test = useSharedApp();
  const desk = useProjectFixture(test);

  const { format_version: _, native_routes: __, ...routes } = POLICY.defaults as Record<string, object>;

  const save = async (configuration: object) => {
    const { source, etag } = sectionOf(await read(test, desk, POLICY));
    const request = write(test, desk, POLICY, configuration);
    return source === 'draft' ? request.set('If-Match', `"${etag}"`) : request;
  };

  // workspace 2.5
  it('keeps native routes that are left out, adds those that are sent and removes those that are null', async () => {
    await save({ ...routes, native_routes: { front: FRONT, notes: NOTES } });
    expect(sectionOf(await save(routes)).configuration['native_routes']).toEqual({
      front: FRONT,
      notes: NOTES,
    });
    const changed = { ...NOTES, timeout_ms: 9000 };
    const saved = sectionOf(
      await save({ ...routes, native_routes: { front: null, notes: changed, extra: NOTES } }),
    );
    expect(saved.configuration['native_routes']).toEqual({ notes: changed, extra: NOTES });
    expect(sectionOf(await read(test, desk, POLICY)).configuration).toEqual(saved.configuration);
  });

  it('counts native routes that were kept against their bound', async () => {
    const many = (from: number, to: number): Record<string, object> =>
      Object.fromEntries(
        Array.from({ length: to - from }, (_each, index) => [`route_${from + index}`, NOTES]),
      );
    expect((await save({ ...routes, native_routes: many(0, 16) })).status).toBe(200);
    const refused = await save({ ...routes, native_routes: many(16, 17) });
    expect([refused.status, fieldsOf(refused)]).toEqual([422, [['configuration.native_routes', 'too_many']]]);
    expect((await save({ ...routes, native_routes: { route_0: null, ...many(16, 17) } })).status).toBe(200);
  });

  it('names the wrong place inside of a native route', async () => {
    const refused = await save({
      ...routes,
      native_routes: { front: { ...FRONT, timeout_ms: 10, speed: 1 } },
    });
    expect([refused.status, fieldsOf(refused)]).toEqual([
      422,
      expect.arrayContaining([
        ['configuration.native_routes.front.timeout_ms', 'too_small'],
        ['configuration.native_routes.front.speed', 'extra_forbidden'],
      ]),
    ]);
    const renamed = await save({ ...routes, native_routes: { FrontDesk: FRONT } });
    expect(fieldsOf(renamed)).toEqual([['configuration.native_routes.FrontDesk', 'extra_forbidden']]);
  });

  // workspace 2.5
  it('stays in its format until another one is sent', async () => {
    await save({ ...routes, format_version: 1 });
    expect(sectionOf(await save(routes)).configuration['format_version']).toBe(1);
    expect(sectionOf(await save({ ...routes, format_version: 2 })).configuration['format_version']).toBe(2);
  });

  // catalogs 1.7
  it('is blocked by a model that is not in the catalogue, and warned of one on its way out', async () => {
    const primary = { ...routes['primary'], model_id: 'gpt-4o' };
    const warned = sectionOf(await save({ ...routes, primary }));
    expect(warned.validation).toMatchObject({
      status: 'warning',
      findings: [{ severity: 'warning', code: 'model_deprecated', path: 'primary.model_id' }],
    });
    const blocked = sectionOf(await save({ ...routes, primary: { ...primary, model_id: 'gpt-nothing' } }));
    expect(blocked.validation).toMatchObject({
      status: 'blocked',
      findings: [{ severity: 'error', code: 'model_unknown', path: 'primary.model_id' }],
    });
  });

  // workspace 1.9
  it('shows what would be saved when another one is validated in its place', async () => {
    await save({ ...routes, format_version: 1, native_routes: { front: FRONT } });
    const configuration = { ...routes, native_routes: { notes: NOTES } };
    const shown = sectionOf(await validate(test, desk, POLICY, { configuration }).expect(200));
    expect(shown.configuration).toMatchObject({
      format_version: 1,
      native_routes: { front: FRONT, notes: NOTES },
    });
    expect(await historyOf(test, desk)).toHaveLength(1);
  });
});
