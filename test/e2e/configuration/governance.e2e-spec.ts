import { randomUUID } from 'node:crypto';
import type { Response } from 'supertest';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { section as governance } from '../../../src/features/configuration/sections/governance/governance.section.js';
import type { TestApp } from '../../support/app.js';
import { perSuite } from '../../support/frames.js';
import { postCalls } from '../../support/post-calls.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { aShownCall, anExportingTenant, exportOnce, rowsOf, V3 } from '../calls/exporting.js';
import { bearer } from '../access/callers.js';
import { aProjectFixture, fieldsOf, pathOf, read, sectionOf, validate, write } from './editing.js';
import type { ProjectFixture } from './editing.js';
import { completeDraft } from '../releases/releasing.js';

type Body = Record<string, unknown>;

const { defaults, example } = governance;

/** Publishes the current draft, or a first one with an assistant. */
async function publishDraft(test: TestApp, desk: ProjectFixture): Promise<Response> {
  await completeDraft(test, desk);
  const { headers } = await test.request().get(pathOf(desk, 'draft')).set(desk.admin).expect(200);
  return test
    .request()
    .post(pathOf(desk, 'publish'))
    .set(desk.admin)
    .set('Idempotency-Key', randomUUID())
    .set('If-Match', headers['etag'] as string);
}

describe('the governance of a project', () => {
  const test = useSharedApp();
  let desk: ProjectFixture;

  beforeEach(async () => {
    desk = await aProjectFixture(test);
  });

  const save = (configuration: unknown) => write(test, desk, governance as never, configuration);
  const rowOf = async (): Promise<Body | undefined> =>
    (
      await test.world.sql<Body>(
        `SELECT version_number, audio_retention, secondary_reuse, transcript_retention_days,
                consent_expires_after_days, pii_permissions FROM project_governance WHERE project_id = $1`,
        [desk.projectId],
      )
    )[0];

  it("leaves everything to the tenant's own policy until something is saved", async () => {
    const answer = sectionOf(await read(test, desk, governance as never).expect(200));
    expect(answer).toMatchObject({
      source: 'default',
      configuration: defaults,
      validation: { status: 'ready' },
    });
  });

  // workspace 2.8
  it('is saved to the draft and takes effect with its publication alone', async () => {
    expect(sectionOf(await save(example).expect(200))).toMatchObject({
      source: 'draft',
      configuration: example,
    });
    expect(await rowOf()).toBeUndefined();
    const published = await publishDraft(test, desk);
    expect(published.status, published.text).toBe(200);
    expect(await rowOf()).toEqual({
      version_number: 1,
      audio_retention: 'enabled',
      secondary_reuse: 'denied',
      transcript_retention_days: 90,
      consent_expires_after_days: 90,
      pii_permissions: example.pii_permissions,
    });
    await save(defaults).expect(200);
    expect((await publishDraft(test, desk)).status).toBe(200);
    expect(await rowOf()).toEqual({
      version_number: 2,
      audio_retention: null,
      secondary_reuse: null,
      transcript_retention_days: null,
      consent_expires_after_days: null,
      pii_permissions: null,
    });
  });

  it('is saved with what is wrong with it, and not published', async () => {
    const wrong = {
      ...example,
      recording: { enabled: true, announcement_text: null },
      secondary_reuse: 'allowed',
      consent: { ...example.consent, require_express_consent: false, expires_after_days: null },
    };
    const { validation } = sectionOf(await save(wrong).expect(200));
    expect(validation.status).toBe('blocked');
    const errors = ['recording_announcement_missing', 'secondary_reuse_without_consent'];
    expect(
      validation.findings.filter(({ severity }) => severity === 'error').map(({ code }) => code),
    ).toEqual(errors);
    const refused = await publishDraft(test, desk);
    expect(refused.status).toBe(422);
    expect(fieldsOf(refused).map(([, code]) => code)).toEqual(errors);
    expect(await rowOf()).toBeUndefined();
  });

  it('is validated without being saved', async () => {
    const wrong = { ...example, retention: { ...example.retention, transcript_retention_days: 0 } };
    const answer = sectionOf(
      await validate(test, desk, governance as never, { configuration: wrong }).expect(200),
    );
    expect(answer.validation.findings.map(({ path }) => path)).toEqual(['pii_permissions.client_admin']);
    expect(sectionOf(await read(test, desk, governance as never)).source).toBe('default');
  });

  it.each<[string, object, string]>([
    ['a day too many', { transcript_retention_days: 36_501 }, 'transcript_retention_days'],
    ['a word in place of days', { transcript_retention_days: '90' }, 'transcript_retention_days'],
    ['recordings kept perhaps', { audio_retention: 'unconfirmed' }, 'audio_retention'],
    ['an unknown field', { video: true }, 'video'],
  ])('refuses %s by its path', async (_, wrong, field) => {
    const retention = { ...example.retention, ...wrong };
    const refused = await save({ ...example, retention }).expect(422);
    expect(fieldsOf(refused).map(([path]) => path)).toEqual([`configuration.retention.${field}`]);
  });

  // workspace 1.1
  it('needs a key for its writes and validations', async () => {
    for (const [method, path] of [
      ['put', 'governance/draft'],
      ['post', 'governance/validate'],
    ] as const) {
      await test
        .request()
        [method](pathOf(desk, path))
        .set(desk.admin)
        .send({ configuration: example })
        .expect(400);
    }
  });
});

describe('governance that is published', () => {
  // Ten days after the calls of `anOldCall` began.
  const clock = new TestClock(new Date('2025-10-20T01:00:00.000Z'));
  const test = useSharedApp({ clock });
  let desk: ProjectFixture;

  const own = perSuite(() => anExportingTenant(test));
  beforeAll(async () => {
    const user = await test.world.aUser(own.tenant, { role: 'partner_admin' });
    desk = { tenant: own.tenant, projectId: own.project, admin: bearer(user.token()), adminId: user.userId };
    await postCalls(test, own.tenant, [aShownCall(own.project)]);
  });

  const transcripts = async (): Promise<unknown[]> => {
    const response = await exportOnce(test, own, { ...V3, columns: ['call_id', 'transcript'] });
    expect(response.status, response.text).toBe(200);
    return rowsOf(response.text).map(({ transcript }) => transcript !== '');
  };
  const settle = async (pii_permissions: object | null): Promise<void> => {
    const retention = { ...example.retention, transcript_retention_days: 365 };
    await write(test, desk, governance as never, { ...example, retention, pii_permissions }).expect(200);
  };
  const publishAndConfirm = async (): Promise<void> => {
    const published = await publishDraft(test, desk);
    expect(published.status, published.text).toBe(200);
    await test.world.compliance(own.tenant, own.project, 'confirmed');
  };

  // Fails if an export uses the tenant's policy, a draft, or an earlier version.
  it('empties transcript cells in the next export once it permits them to nobody, and fills them again', async () => {
    expect(await transcripts()).toEqual([true]);
    await settle({ client_admin: ['raw_caller', 'summary'] });
    expect(await transcripts()).toEqual([true]);
    await publishAndConfirm();
    expect(await transcripts()).toEqual([false]);
    await settle({ client_admin: ['transcript'] });
    expect(await transcripts()).toEqual([false]);
    await publishAndConfirm();
    expect(await transcripts()).toEqual([true]);
  });

  // workspace 5.12, 7.6
  it('keeps transcripts out of exports until the runtime has confirmed it', async () => {
    await settle({ client_admin: ['transcript', 'summary'] });
    expect((await publishDraft(test, desk)).status).toBe(200);
    expect(await transcripts()).toEqual([false]);
    await test.world.compliance(own.tenant, own.project, 'confirmed');
    expect(await transcripts()).toEqual([true]);
  });
});
