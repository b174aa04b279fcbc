import { Client } from 'pg';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { OWN_SECTIONS } from '../../../src/features/configuration/sections/section-files.js';
import { useTestApp } from '../../support/app.js';
import { requestStatements } from '../../support/statements.js';
import { codeOf, fieldsOf, historyOf, sectionOf, write, useProjectFixture } from './editing.js';
import {
  assistant,
  booking,
  bookingWith,
  draftEtag,
  makeSecret,
  publishDraft,
  save,
  send,
} from '../releases/releasing.js';
import { end, staged } from '../releases/staging.js';

type Configuration = Record<string, unknown>;

interface WholeDraft {
  readonly etag: string | null;
  readonly project_id: string;
  readonly base_version_number: number | null;
  readonly sections: Record<string, object>;
  readonly configurations: Record<string, Configuration>;
}

const WHOLE = 'draft?include=configurations';

describe('a draft with its configurations', () => {
  // Before the connections open: each of them keeps the function that it found.
  const statements = vi.spyOn(Client.prototype, 'query');
  const test = useTestApp();
  const desk = useProjectFixture(test);
  afterAll(async () => {
    statements.mockRestore();
  });

  const whole = async (as = desk.admin) =>
    (await send(test, desk, 'get', WHOLE, { as }).expect(200)).body as WholeDraft;
  const put = (body: object, others: { ifMatch?: string; key?: string | null } = {}) =>
    send(test, desk, 'put', 'draft', { body, ...others });
  const shown = async (section: string) => sectionOf(await send(test, desk, 'get', section).expect(200));
  /** Every section with its own route, saved with its example. */
  const saveExamples = async () => {
    await makeSecret(test, desk, 'CALENDAR_TOKEN', 'a-value-nobody-reads').expect(200);
    for (const section of OWN_SECTIONS.filter(({ route }) => route !== undefined))
      expect((await write(test, desk, section)).status, section.name).toBe(200);
  };

  // workspace 3.10
  it('shows every section as it would be published, beside what the draft says without them', async () => {
    await save(test, desk, 'booking', booking());
    await publishDraft(test, desk);
    await save(test, desk, 'booking', booking(['2026-12-25']));
    const plain = (await send(test, desk, 'get', 'draft').expect(200)).body as object;
    const { configurations, ...rest } = await whole();
    expect(rest).toEqual(plain);
    expect(Object.keys(configurations).toSorted()).toEqual(Object.keys(rest.sections).toSorted());
    expect(configurations['booking']).toEqual(booking(['2026-12-25']));
    expect(configurations['email-delivery']).toEqual((await shown('email-delivery')).configuration);
    await send(test, desk, 'get', 'draft?include=everything').expect(400);
  });

  // workspace 3.10, 1.11
  it('shows the sections that the caller may read, and secrets by their names', async () => {
    await makeSecret(test, desk, 'CALENDAR_TOKEN', 'sk-canary-of-a-value').expect(200);
    await save(test, desk, 'booking', bookingWith('CALENDAR_TOKEN'));
    const key = { 'X-API-Key': await test.world.aKey(desk.tenant, 'partner_user') };
    const { configurations } = await whole(key);
    expect(Object.keys(configurations)).not.toEqual(expect.arrayContaining(['governance']));
    expect(Object.keys(configurations)).not.toEqual(expect.arrayContaining(['testing-overrides']));
    expect(configurations['booking']).toMatchObject({
      calendar: { credential: { secret_ref: 'CALENDAR_TOKEN' } },
    });
    expect(JSON.stringify(configurations)).not.toContain('sk-canary');
  });

  // workspace 3.10
  it('is read in one statement', async () => {
    await saveExamples();
    statements.mockClear();
    await whole();
    const texts = requestStatements(statements.mock.calls);
    expect(texts.filter((text) => /project_draft|project_versions|project_secrets/.test(text))).toHaveLength(
      1,
    );
  });

  // workspace 3.11, 3.12
  it('is taken back as it is: nothing changes, and defaults stay defaults', async () => {
    await save(test, desk, 'booking', booking());
    const before = await whole();
    const response = await put(before).expect(200);
    expect(response.body).toEqual((await send(test, desk, 'get', 'draft').expect(200)).body);
    expect(await whole()).toEqual(before);
    expect(await historyOf(test, desk)).toHaveLength(1);
  });

  // workspace 3.11
  it('is taken back with every section saved, by a person', async () => {
    await saveExamples();
    const before = await whole();
    await put(before).expect(200);
    expect(await whole()).toEqual(before);
  });

  // workspace 3.11, 2.5, 2.6
  it('is taken back edited: what is left out is no longer there', async () => {
    await saveExamples();
    const { configurations, ...rest } = await whole();
    const policy = configurations['llm-policy']!;
    expect(Object.keys(policy['native_routes'] as object)).not.toEqual([]);
    const { services: _, ...book } = configurations['booking'] as { services: unknown };
    const edited = {
      ...configurations,
      'llm-policy': { ...policy, native_routes: {} },
      booking: { ...book, services: [] },
      'testing-overrides': { ...configurations['testing-overrides'], greeting: null },
    };
    const response = await put({ ...rest, configurations: edited }).expect(200);
    expect(response.get('ETag')).not.toBe(`"${rest.etag}"`);
    expect((await whole()).configurations).toEqual(edited);
  });

  // workspace 3.11, 2.4
  it('is taken back with or without what belongs to the runtime, and not with it changed', async () => {
    await saveExamples();
    const { configurations, ...rest } = await whole();
    const { runtime_native: native, ...providers } = configurations['provider-configuration']!;
    const taken = { ...providers, latency: { profile: 'fastest', target_response_ms: 800 } };
    await put({ ...rest, configurations: { 'provider-configuration': taken } }).expect(200);
    expect((await shown('provider-configuration')).configuration).toEqual({
      ...taken,
      runtime_native: native,
    });
    const refused = await put(
      { configurations: { 'provider-configuration': { ...taken, runtime_native: { stt: { a: 1 } } } } },
      { ifMatch: await draftEtag(test, desk) },
    ).expect(422);
    expect(fieldsOf(refused)[0]![0]).toMatch(/^configurations\.provider-configuration\.runtime_native/);
  });

  // workspace 3.12, 3.4
  it('has its etag for a guard, and If-Match before that', async () => {
    await save(test, desk, 'booking', booking());
    const read = await whole();
    const edited = { ...read, configurations: { ...read.configurations, booking: booking(['2026-12-25']) } };
    const { etag: _, ...without } = edited;
    expect(codeOf(await put(without).expect(428))).toBe('precondition_required');
    await save(test, desk, 'booking', booking(['2026-12-24']));
    const stale = await put(edited).expect(409);
    expect(stale.body).toMatchObject({
      error: {
        details: { stale: { guard: 'etag', sent: read.etag, changed_paths: ['booking.closed_dates.0'] } },
      },
    });
    await put(edited, { ifMatch: await draftEtag(test, desk) }).expect(200);
    expect((await shown('booking')).configuration).toEqual(booking(['2026-12-25']));
    expect(codeOf(await put(await whole(), { ifMatch: '"another"' }).expect(409))).toBe('conflict');
  });

  // workspace 3.12, 3.6; errors 4.3
  it.each<[string, () => Promise<unknown>]>([
    ['a rollback', () => send(test, desk, 'post', 'rollback', { body: { version_number: 1 } }).expect(200)],
    ['the finish of a staged release', () => end(test, desk, 'finish', 3).expect(200)],
  ])('is not taken back after %s beside it, which it would undo unseen', async (what, release) => {
    await save(test, desk, 'assistant', assistant('One.'));
    await publishDraft(test, desk);
    await save(test, desk, 'assistant', assistant('Two.'));
    await publishDraft(test, desk);
    await save(test, desk, 'assistant', assistant('Three.'));
    if (what !== 'a rollback') await staged(test, desk);
    await save(test, desk, 'booking', booking(['2026-12-25']));
    await send(test, desk, 'delete', 'draft/sections/assistant', {
      ifMatch: await draftEtag(test, desk),
    }).expect(200);
    const read = await whole();
    await release();
    const current = JSON.parse(await draftEtag(test, desk)) as string;
    const stale = { guard: 'etag', sent: read.etag, current, changed_paths: null };
    expect((await put(read).expect(409)).body).toMatchObject({ error: { details: { stale } } });
    // The draft's etag is not accepted for a section either.
    await send(test, desk, 'put', 'booking', {
      body: { configuration: booking() },
      ifMatch: `"${read.etag}"`,
    }).expect(409);
    const { configurations } = await whole();
    expect(configurations['assistant']).toMatchObject({
      prompt: what === 'a rollback' ? 'One.' : 'Three.',
    });
  });

  // workspace 3.12; errors 4.3
  it('has the published version for a guard where there is no draft', async () => {
    await save(test, desk, 'booking', booking());
    await publishDraft(test, desk);
    const read = await whole();
    await save(test, desk, 'booking', booking(['2026-12-25']));
    await publishDraft(test, desk);
    expect(read).toMatchObject({ etag: null, base_version_number: 1 });
    const refused = await put(read).expect(409);
    expect(codeOf(refused)).toBe('conflict');
    expect(refused.body).toMatchObject({
      error: {
        details: {
          stale: {
            guard: 'base_version_number',
            sent: '1',
            current: '2',
            changed_paths: ['booking.closed_dates.0'],
          },
        },
      },
    });
    for (const base of [null, 0, 3, -1, 2 ** 40])
      await put({ ...read, base_version_number: base }).expect(409);
    expect((await shown('booking')).configuration).toEqual(booking(['2026-12-25']));
    const { base_version_number: _, ...without } = read;
    await put(without).expect(200);
    expect((await shown('booking')).configuration).toEqual(booking());
  });

  // workspace 3.12
  it('is refused for another project, and with fields that it does not have', async () => {
    await save(test, desk, 'booking', booking());
    const read = await whole();
    expect(fieldsOf(await put({ ...read, project_id: 'another-project-k3vq72' }).expect(422))).toEqual([
      ['project_id', 'other_project'],
    ]);
    const odd = {
      ...read,
      more: 1,
      configurations: { ...read.configurations, booking: { ...booking(), more: 1 }, unknown: {} },
      sections: { ...read.sections, booking: { ...read.sections['booking'], more: 1 } },
    };
    expect(
      fieldsOf(await put(odd).expect(422))
        .map(([field]) => field)
        .toSorted(),
    ).toEqual(['configurations.booking.more', 'configurations.unknown', 'more', 'sections.booking.more']);
    for (const body of [{ configurations: {} }, { configurations: null }, { configurations: [] }])
      await put(body).expect(422);
    // The configurations contain the sections: a body with only states contains none.
    const { configurations: _, ...states } = read;
    await put(states).expect(422);
    expect(await whole()).toEqual(read);
  });

  // workspace 3.5
  it('asks for what the sections in it ask for', async () => {
    const read = await whole();
    expect(codeOf(await put(read, { key: null }).expect(400))).toBe('validation_failed');
    const as = { 'X-API-Key': await test.world.aKey(desk.tenant, 'partner_admin') };
    await send(test, desk, 'put', 'draft', { body: read, as }).expect(404);
    const own = await whole(as);
    await test.request().put(`/v1/projects/${desk.projectId}/draft`).set(as).send(own).expect(200);
  });
});
