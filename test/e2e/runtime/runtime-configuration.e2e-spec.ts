import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { OWN_SECTIONS } from '../../../src/features/configuration/sections/section-files.js';
import { startTestApp, useTestApp } from '../../support/app.js';
import { TestClock } from '../../support/test-clock.js';
import { aProjectFixture, read, sectionOf, useProjectFixture } from '../configuration/editing.js';
import {
  aRuntime,
  auditOf,
  booking,
  bookingWith,
  completeDraft,
  configuration,
  draftEtag,
  makeSecret,
  publishDraft,
  save,
  send,
} from '../releases/releasing.js';

interface Served {
  readonly version_number: number;
  readonly content_hash: string;
  readonly sections: Record<string, unknown>;
  readonly secrets: Record<string, string>;
}

// Before applications connect: connections keep the method that they were created with.
const statements = vi.spyOn(Client.prototype, 'query');
afterAll(() => statements.mockRestore());

describe('the configuration of the runtime', () => {
  const clock = new TestClock();
  const test = useTestApp({ clock });
  const desk = useProjectFixture(test);
  let key: string;
  beforeEach(async () => {
    key = await aRuntime(test, desk);
  });

  const rotate = (name: string, value: string) =>
    send(test, desk, 'post', `secrets/${name}/rotate`, { body: { value } }).expect(200);
  const etag = async (): Promise<string> => (await configuration(test, desk, key).expect(200)).get('ETag')!;
  /** A change by another process, almost a second ago. */
  const elsewhere = async (sql: string, ...values: string[]): Promise<void> => {
    await test.world.sql(sql, [desk.projectId, ...values]);
    clock.advance(999);
  };
  const setState = (state: string) =>
    elsewhere(`UPDATE projects SET lifecycle_state = $2 WHERE project_id = $1`, state);

  // workspace 7.1
  it('is the published version with the secrets it refers to, and no others', async () => {
    await makeSecret(test, desk, 'CALENDAR', 'correct-horse').expect(200);
    await makeSecret(test, desk, 'UNUSED', 'another-horse').expect(200);
    await save(test, desk, 'booking', bookingWith('CALENDAR'));
    const version = await publishDraft(test, desk);
    await save(test, desk, 'booking', booking(['2026-12-25']));
    const response = await configuration(test, desk, key).expect(200);
    const { sections, ...rest } = response.body as Served;
    expect(rest).toEqual({
      project_id: desk.projectId,
      display_name: desk.projectId,
      timezone: 'Australia/Sydney',
      version_number: 1,
      content_hash: version.content_hash,
      published_at: version.published_at,
      secrets: { CALENDAR: 'correct-horse' },
    });
    expect(Object.keys(sections).sort()).toEqual(OWN_SECTIONS.map(({ name }) => name).sort());
    expect(sections['booking']).toEqual(bookingWith('CALENDAR'));
    expect(response.get('ETag')).toMatch(/^"[0-9a-f]{64}"$/);
    expect(response.get('Cache-Control')).toBe('no-store');
  });

  // workspace 1.2, 5.2
  it('has, of sections that were never saved, what their own routes say', async () => {
    await save(test, desk, 'booking', booking());
    await completeDraft(test, desk);
    const shown: Record<string, unknown> = {};
    for (const section of OWN_SECTIONS.filter(({ route }) => route !== undefined)) {
      const { source, configuration: said } = sectionOf(await read(test, desk, section).expect(200));
      if (source === 'default') shown[section.name] = said;
    }
    expect(Object.keys(shown).length).toBeGreaterThan(5);
    await publishDraft(test, desk);
    const { body } = (await configuration(test, desk, key).expect(200)) as { body: Served };
    expect(body.sections).toEqual(expect.objectContaining(shown));
  });

  // workspace 7.2
  it('keeps its etag while nothing changes that it is made of', async () => {
    await makeSecret(test, desk, 'CALENDAR', 'correct-horse').expect(200);
    await makeSecret(test, desk, 'UNUSED', 'another-horse').expect(200);
    await save(test, desk, 'booking', bookingWith('CALENDAR'));
    await publishDraft(test, desk);
    const first = await etag();
    await save(test, desk, 'booking', booking(['2026-12-25']));
    await rotate('UNUSED', 'third-horse');
    await configuration(test, desk, key, first).expect(304);
    expect(await etag()).toBe(first);
  });

  // workspace 7.2, 4.8
  it('has another etag after a rotation and after a version, and follows both', async () => {
    await makeSecret(test, desk, 'CALENDAR', 'correct-horse').expect(200);
    await save(test, desk, 'booking', bookingWith('CALENDAR'));
    await publishDraft(test, desk);
    const first = await etag();
    await rotate('CALENDAR', 'another-horse');
    const rotated = await configuration(test, desk, key, first).expect(200);
    expect((rotated.body as Served).secrets).toEqual({ CALENDAR: 'another-horse' });
    const second = rotated.get('ETag')!;
    await configuration(test, desk, key, second).expect(304);
    await save(test, desk, 'booking', bookingWith('CALENDAR', ['2026-12-25']));
    await publishDraft(test, desk);
    const published = await configuration(test, desk, key, second).expect(200);
    expect(published.body).toMatchObject({ version_number: 2 });
    await send(test, desk, 'post', 'rollback', { body: { version_number: 1 } }).expect(200);
    const back = await configuration(test, desk, key, published.get('ETag')).expect(200);
    expect((back.body as Served).sections['booking']).toEqual(bookingWith('CALENDAR'));
    // The same content and the same secret, but another version, which the answer names.
    expect(back.get('ETag')).not.toBe(second);
    expect(new Set([first, second, published.get('ETag'), back.get('ETag')]).size).toBe(4);
  });

  it.each([
    ['the etag', (it: string) => it],
    ['a weak form of it', (it: string) => `W/${it}`],
    ['a list with it', (it: string) => `"x", ${it}`],
    ['a star', () => '*'],
  ])('is not sent again to whoever knows it by %s', async (_, header) => {
    await save(test, desk, 'booking', booking());
    await publishDraft(test, desk);
    const known = await etag();
    const response = await configuration(test, desk, key, header(known)).expect(304);
    expect([response.text, response.get('ETag')]).toEqual(['', known]);
  });

  // workspace 7.2
  it('is told to be the same without reading a section, opening a secret or leaving a trace', async () => {
    await makeSecret(test, desk, 'CALENDAR', 'correct-horse').expect(200);
    await save(test, desk, 'booking', bookingWith('CALENDAR'));
    await publishDraft(test, desk);
    const known = await etag();
    await elsewhere(`UPDATE project_secrets SET value_encrypted = '\\x00' WHERE project_id = $1`);
    statements.mockClear();
    await configuration(test, desk, key, known).expect(304);
    const texts = statements.mock.calls.map(([it]: unknown[]) =>
      typeof it === 'string' ? it : String((it as { text?: unknown }).text),
    );
    const own = texts.filter((text) => text.includes('project_versions'));
    expect(own).toHaveLength(1);
    expect(own[0]).not.toMatch(/v\.sections|value_encrypted/);
    expect(await auditOf(test, desk, 'runtime_configuration.read')).toHaveLength(1);
  });

  // workspace 7.2
  it('leaves an audit row with hash and number of secrets each time it is handed out', async () => {
    await makeSecret(test, desk, 'CALENDAR', 'correct-horse').expect(200);
    await save(test, desk, 'booking', bookingWith('CALENDAR'));
    const { content_hash } = await publishDraft(test, desk);
    await configuration(test, desk, key).expect(200);
    expect(await auditOf(test, desk, 'runtime_configuration.read')).toMatchObject([
      { metadata: { project_id: desk.projectId, version_number: 1, content_hash, secrets: 1 } },
    ]);
  });

  // workspace 7.3
  it('is not there before the first version, nor of an archived project', async () => {
    await save(test, desk, 'booking', booking());
    await configuration(test, desk, key).expect(404);
    await configuration(test, desk, key, '*').expect(404);
    await publishDraft(test, desk);
    const known = await etag();
    await setState('archived');
    await configuration(test, desk, key).expect(404);
    await configuration(test, desk, key, known).expect(404);
    await setState('setup');
    await configuration(test, desk, key, known).expect(304);
  });

  it.each([
    [
      'was changed in the store',
      `UPDATE project_secrets SET value_encrypted = value_encrypted || '\\x00' WHERE project_id = $1 AND secret_name = 'TWO'`,
    ],
    [
      'is of another secret',
      `UPDATE project_secrets SET value_encrypted = (SELECT value_encrypted FROM project_secrets WHERE project_id = $1 AND secret_name = 'ONE') WHERE project_id = $1 AND secret_name = 'TWO'`,
    ],
    ['is gone', `DELETE FROM project_secrets WHERE project_id = $1 AND secret_name = 'TWO'`],
  ])('is 503 and nothing of it is sent where one of its secrets %s', async (_, fault) => {
    await makeSecret(test, desk, 'ONE', 'correct-horse').expect(200);
    await makeSecret(test, desk, 'TWO', 'another-horse').expect(200);
    await save(test, desk, 'booking', bookingWith('ONE'));
    const plugins = OWN_SECTIONS.find(({ name }) => name === 'plugin-configuration')!.example;
    const text = JSON.stringify(plugins).replaceAll('RECORDS_API_KEY', 'TWO');
    await save(test, desk, 'plugin-configuration', JSON.parse(text) as object);
    await publishDraft(test, desk);
    await configuration(test, desk, key).expect(200);
    await elsewhere(fault);
    const refused = await configuration(test, desk, key).expect(503);
    expect(refused.text).not.toMatch(/horse|booking/);
    expect(test.logs()).not.toContain('horse');
  });

  it('is one of its own tenant and environment', async () => {
    await save(test, desk, 'booking', booking());
    await publishDraft(test, desk);
    const foreign = await aProjectFixture(test);
    await configuration(test, desk, await aRuntime(test, foreign)).expect(404);
    const staging = await test.world.aTenant({ clientId: desk.tenant.clientId, dataEnv: 'staging' });
    await configuration(test, desk, await test.world.aKey(staging, 'runtime-ingest')).expect(404);
  });

  it('is whole while versions and rotations go by', async () => {
    await makeSecret(test, desk, 'CALENDAR', 'value-1').expect(200);
    await save(test, desk, 'booking', bookingWith('CALENDAR', ['2026-01-01']));
    await publishDraft(test, desk);
    const seen: Served[] = [];
    let isOver = false;
    const reading = (async () => {
      while (!isOver) seen.push((await configuration(test, desk, key).expect(200)).body as Served);
    })();
    for (let day = 2; day <= 9; day += 1) {
      await rotate('CALENDAR', `value-${day}`);
      await save(test, desk, 'booking', bookingWith('CALENDAR', [`2026-01-0${day}`]));
      await publishDraft(test, desk);
    }
    isOver = true;
    await reading;
    for (const { version_number: version, sections, secrets } of seen) {
      expect(sections['booking']).toEqual(bookingWith('CALENDAR', [`2026-01-0${version}`]));
      // Rotated before its version was published, so it is at most one ahead.
      expect([`value-${version}`, `value-${version + 1}`]).toContain(secrets['CALENDAR']);
    }
  });

  // workspace 7.2
  it('has its state read once in less than a second, and follows what another process changed within one', async () => {
    await save(test, desk, 'booking', booking());
    await publishDraft(test, desk);
    const known = await etag();
    statements.mockClear();
    for (let asked = 0; asked < 10; asked += 1) await configuration(test, desk, key, known).expect(304);
    const read = statements.mock.calls.filter(([it]: unknown[]) =>
      JSON.stringify(it).includes('runtime_state'),
    );
    expect(read).toHaveLength(1);
    await elsewhere(`UPDATE projects SET display_name = 'Renamed' WHERE project_id = $1`);
    const changed = await configuration(test, desk, key, known).expect(200);
    expect(changed.body).toMatchObject({ display_name: 'Renamed' });
  });

  // workspace 7.2
  it('is the new one for whoever was given the answer of a change again, by whichever process made it', async () => {
    await save(test, desk, 'booking', booking());
    await publishDraft(test, desk);
    await save(test, desk, 'booking', booking(['2026-12-25']));
    const publication = { body: {}, ifMatch: await draftEtag(test, desk), key: randomUUID() };
    const known = await etag();
    await configuration(test, desk, key, known).expect(304);
    const settings = () => test.settings;
    const other = await startTestApp({ clock, settings, databases: test.databases });
    try {
      await send(other, desk, 'post', 'publish', publication).expect(200);
    } finally {
      await other.close();
    }
    await configuration(test, desk, key, known).expect(304);
    const again = await send(test, desk, 'post', 'publish', publication).expect(200);
    expect(again.get('Idempotent-Replayed')).toBe('true');
    const changed = await configuration(test, desk, key, known).expect(200);
    expect(changed.body).toMatchObject({ version_number: 2 });
  });
});
