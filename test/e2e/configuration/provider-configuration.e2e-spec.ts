import { beforeEach, describe, expect, it } from 'vitest';
import type { SectionDefinition } from '../../../src/features/configuration/rules/sections/section-definition.js';
import { OWN_SECTIONS } from '../../../src/features/configuration/sections/section-files.js';
import { useSharedApp } from '../../support/shared-app.js';
import { bearer } from '../access/callers.js';
import { essence } from '../access/attempts.js';
import {
  fieldsOf,
  historyOf,
  pathOf,
  read,
  sectionOf,
  validate,
  write,
  useProjectFixture,
} from './editing.js';

const PROVIDERS: SectionDefinition = OWN_SECTIONS.find(({ name }) => name === 'provider-configuration')!;
const NATIVE = { stt: { engine: { beams: 4, hints: ['a'] } }, llm: { pool: 'warm' } };

describe('provider configuration', () => {
  const test = useSharedApp();

  const desk = useProjectFixture(test);
  beforeEach(async () => {
    await write(test, desk, PROVIDERS, PROVIDERS.defaults).expect(200);
    await test.world.sql(
      `UPDATE project_draft_sections SET configuration = jsonb_set(configuration, '{runtime_native}', $2) WHERE project_id = $1`,
      [desk.projectId, JSON.stringify(NATIVE)],
    );
  });

  const saved = async () => sectionOf(await read(test, desk, PROVIDERS)).configuration;
  const { runtime_native: _, ...writable } = PROVIDERS.defaults as Record<string, unknown>;

  it.each<[string, object]>([
    ['left out', {}],
    [
      'sent back as they were',
      { runtime_native: { llm: NATIVE.llm, stt: { engine: { hints: ['a'], beams: 4 } } } },
    ],
    ['sent back in part', { runtime_native: { llm: NATIVE.llm } }],
  ])("keeps the runtime's own blocks when they are %s", async (_name, native) => {
    const latency = { profile: 'fastest', target_response_ms: 800 };
    await write(test, desk, PROVIDERS, { ...writable, latency, ...native }).expect(200);
    expect(await saved()).toMatchObject({ latency, runtime_native: NATIVE });
  });

  it.each<[string, object, [string, string][]]>([
    [
      'a value inside',
      { stt: { engine: { beams: 5, hints: ['a'] } } },
      [['configuration.runtime_native.stt.engine.beams', 'read_only']],
    ],
    ['a block', { telephony: {} }, [['configuration.runtime_native.telephony', 'read_only']]],
    [
      'a name that no block has',
      { billing: 1 },
      [['configuration.runtime_native.billing', 'extra_forbidden']],
    ],
  ])("names %s of the runtime's that is to be changed, and saves nothing", async (_name, native, fields) => {
    const refused = await write(test, desk, PROVIDERS, { ...writable, runtime_native: native }).expect(422);
    expect(fieldsOf(refused)).toEqual(fields);
    expect(await saved()).toMatchObject({ runtime_native: NATIVE });
    expect(await historyOf(test, desk)).toHaveLength(1);
  });

  // workspace 2.4
  it('holds against the runtime what is validated in its place too', async () => {
    const configuration = { ...writable, runtime_native: { llm: { pool: 'cold' } } };
    const refused = await validate(test, desk, PROVIDERS, { configuration }).expect(422);
    expect(fieldsOf(refused)).toEqual([['configuration.runtime_native.llm.pool', 'read_only']]);
  });

  it('is held against the runtime as part of the whole draft too', async () => {
    const draft = async (native: object) =>
      test
        .request()
        .put(pathOf(desk, 'draft'))
        .set(desk.admin)
        .set('If-Match', (await test.request().get(pathOf(desk, 'draft')).set(desk.admin)).get('ETag')!)
        .send({ sections: { [PROVIDERS.name]: { ...writable, ...native } } });
    const refused = await draft({ runtime_native: { llm: { pool: 'cold' } } });
    expect([refused.status, fieldsOf(refused)]).toEqual([
      422,
      [['sections.provider-configuration.runtime_native.llm.pool', 'read_only']],
    ]);
    expect((await draft({})).status).toBe(200);
    expect(await saved()).toMatchObject({ runtime_native: NATIVE });
  });

  // workspace 1.9
  it('is validated for a partner_user as it stands, and not as that role would have it', async () => {
    const user = await test.world.aUser(desk.tenant, { role: 'partner_user' });
    await test.world.assignProject(user, desk.tenant, desk.projectId);
    const reader = { ...desk, admin: bearer(user.token()) };
    await validate(test, reader, PROVIDERS).expect(200);
    await validate(test, reader, PROVIDERS, {}).expect(200);
    const denied = await validate(test, reader, PROVIDERS, { configuration: writable }).expect(404);
    const absent = await test
      .request()
      .post(pathOf({ ...desk, projectId: 'project-nowhere' }, 'provider-configuration/validate'))
      .set(reader.admin)
      .send({ configuration: writable });
    expect(essence(denied)).toEqual(essence(absent));
  });

  // workspace 1.8
  it('finds a secret that is not there, by the place that names it', async () => {
    const telephony = { provider: 'twilio', region: 'auto', credentials: { secret_ref: 'TWILIO_TOKEN' } };
    const answer = await write(test, desk, PROVIDERS, { ...writable, telephony }).expect(200);
    expect(sectionOf(answer).validation).toMatchObject({
      status: 'blocked',
      findings: [{ severity: 'error', code: 'secret_missing', path: 'telephony.credentials' }],
    });
  });
});
