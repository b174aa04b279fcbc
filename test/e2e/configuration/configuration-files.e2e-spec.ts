import { Client } from 'pg';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { OWN_SECTIONS } from '../../../src/features/configuration/sections/section-files.js';
import { useTestApp } from '../../support/app.js';
import { requestStatements } from '../../support/statements.js';
import {
  aProjectFixture,
  codeOf,
  fieldsOf,
  historyOf,
  sectionOf,
  write,
  useProjectFixture,
} from './editing.js';
import type { ProjectFixture } from './editing.js';
import { anEmptyProject, EXPORT, exported, IMPORT, makeSecrets, saveEverything } from './filing.js';
import type { File, Incoming } from './filing.js';
import { NUMBER, OTHER, published } from './numbering.js';
import {
  assistant,
  auditOf,
  booking,
  bookingWith,
  draftEtag,
  makeSecret,
  publishDraft,
  save,
  send,
} from '../releases/releasing.js';

describe('a configuration as a file', () => {
  // Before the application connects: connections keep the method that they were created with.
  const statements = vi.spyOn(Client.prototype, 'query');
  const test = useTestApp();
  const desk = useProjectFixture(test);
  afterAll(() => statements.mockRestore());

  const bring = (body: object, sent: Parameters<typeof send>[4] = {}, into = desk) =>
    send(test, into, 'post', IMPORT, { body, ...sent });
  const tried = async (body: object, into = desk): Promise<Incoming> =>
    (await send(test, into, 'post', `${IMPORT}?dry_run=true`, { body }).expect(200)).body as Incoming;
  const shown = async (section: string, of = desk) =>
    sectionOf(await send(test, of, 'get', section).expect(200));

  // workspace 12.1, 12.2
  it('is an attachment with every section, what the project is called, and names of secrets alone', async () => {
    await makeSecret(test, desk, 'CALENDAR_TOKEN', 'sk-canary-of-a-value').expect(200);
    await save(test, desk, 'booking', bookingWith('CALENDAR_TOKEN'));
    const response = await send(test, desk, 'get', EXPORT).buffer(true).expect(200);
    expect(response.get('Content-Type')).toBe('application/json; charset=utf-8');
    expect(response.get('Content-Disposition')).toBe(
      `attachment; filename="${desk.projectId}.configuration.json"`,
    );
    const file = JSON.parse(response.text) as File;
    expect(Object.keys(file)).toEqual(['checksum', 'project', 'schema_version', 'secrets', 'sections']);
    expect(file).toMatchObject({
      schema_version: 1,
      project: { display_name: desk.projectId, timezone: 'Australia/Sydney' },
      secrets: ['CALENDAR_TOKEN'],
    });
    expect(Object.keys(file.sections)).toEqual(OWN_SECTIONS.map(({ name }) => name).toSorted());
    expect(file.sections['provider-configuration']).not.toHaveProperty('runtime_native');
    expect(response.text).not.toContain(desk.tenant.clientId);
    expect(response.text).not.toContain('sk-canary');
    expect((await send(test, desk, 'get', EXPORT).buffer(true)).text).toBe(response.text);
    expect(await auditOf(test, desk, 'project_configuration.exported')).toHaveLength(2);
  });

  // workspace 12.1
  it('is of the draft, or of what is published', async () => {
    const none = await send(test, desk, 'get', `${EXPORT}?source=published`).expect(422);
    expect(fieldsOf(none)).toEqual([['source', 'not_published']]);
    await send(test, desk, 'get', `${EXPORT}?source=both`).expect(400);
    await save(test, desk, 'booking', booking());
    await publishDraft(test, desk);
    await save(test, desk, 'booking', booking(['2026-12-25']));
    expect((await exported(test, desk, 'published')).sections['booking']).toEqual(booking());
    expect((await exported(test, desk)).sections['booking']).toEqual(booking(['2026-12-25']));
  });

  // workspace 12.1, 12.4, 1.11
  it('has the sections that the caller may read, and is refused with others', async () => {
    const whole = await exported(test, desk);
    const as = { 'X-API-Key': await test.world.aKey(desk.tenant, 'partner_admin') };
    const own = await exported(test, desk, 'draft', as);
    const names = Object.keys(own.sections);
    expect(Object.keys(whole.sections).filter((name) => !names.includes(name))).toEqual([
      'governance',
      'testing-overrides',
    ]);
    await bring(own, { as }).expect(200);
    const refused = await bring(whole, { as }).expect(422);
    expect(fieldsOf(refused)).toEqual([
      ['sections.governance', 'bearer_required'],
      ['sections.testing-overrides', 'bearer_required'],
    ]);
    expect(refused.text).toMatch(/bearer token of a partner_admin, or remove the section/);
    // Callers who cannot see the project learn nothing about it.
    const foreign = {
      'X-API-Key': await test.world.aKey((await aProjectFixture(test)).tenant, 'partner_admin'),
    };
    const absent = await send(test, { ...desk, projectId: 'absent' }, 'post', IMPORT, {
      body: whole,
      as: foreign,
    });
    const other = await send(test, desk, 'post', IMPORT, { body: whole, as: foreign });
    expect([other.status, codeOf(other)]).toEqual([absent.status, codeOf(absent)]);
    expect(other.status).toBe(404);
  });

  // workspace 12.14, 5.8
  it('with every section, imported into an empty project and published, has the same content hash', async () => {
    const secrets = await saveEverything(test, desk);
    await makeSecrets(test, desk, secrets);
    // Numbers of destinations that were assigned in the meantime are included.
    const routing = OWN_SECTIONS.find(({ name }) => name === 'transfer-routing')!;
    const { configuration } = await shown('transfer-routing');
    const destinations = configuration['customer_destinations'] as object[];
    await write(
      test,
      desk,
      routing,
      { ...routing.write.example, ...routing.example, customer_destinations: destinations.toReversed() },
      { customer_destinations_version: configuration['customer_destinations_version'] },
    )
      .set('If-Match', await draftEtag(test, desk))
      .expect(200);
    const first = await publishDraft(test, desk);
    const other = await anEmptyProject(test, desk);
    await makeSecrets(test, other, secrets);
    const brought = (await bring(await exported(test, desk, 'published'), {}, other).expect(200))
      .body as Incoming;
    expect(brought).toMatchObject({ missing_secrets: [] });
    expect(brought.status).not.toBe('blocked');
    const second = await publishDraft(test, other);
    const [mine, theirs] = await Promise.all(
      [desk, other].map(async (of) => (await send(test, of, 'get', 'versions/1').expect(200)).body as File),
    );
    expect(theirs!.sections).toEqual(mine!.sections);
    expect(second.content_hash).toBe(first.content_hash);
  });

  // workspace 11.12
  it('warns of an inbound number that another project answers, in a dry run too', async () => {
    await published(test, await anEmptyProject(test, desk), OTHER);
    const assistantThere = { ...assistant(), inbound_numbers: [NUMBER, OTHER] };
    const body = { schema_version: 1, sections: { assistant: assistantThere } };
    const dry = await tried(body);
    const whole = (await bring(body).expect(200)).body as Incoming;
    for (const { status, sections } of [dry, whole]) {
      expect(status).toBe('warning');
      expect(sections.find(({ section }) => section === 'assistant')!.findings).toMatchObject([
        { severity: 'warning', code: 'inbound_number_taken', path: 'inbound_numbers.1' },
      ]);
    }
    // Findings about unchanged sections are reported too.
    const other = await tried({ schema_version: 1, sections: { booking: booking() } });
    expect(other.status).toBe('warning');
    const elsewhere = await aProjectFixture(test);
    expect((await tried(body, elsewhere)).status).toBe('ready');
  });

  // workspace 12.4, 12.6
  it('says in a dry run what an import then does, and writes nothing until then', async () => {
    await save(test, desk, 'booking', booking());
    const file = await exported(test, desk);
    const body = {
      ...file,
      sections: { booking: bookingWith('MISSING', ['2026-12-25']) },
      checksum: undefined,
    };
    const before = (await send(test, desk, 'get', 'draft?include=configurations').expect(200)).body as object;
    const dry = await tried(body);
    expect(dry).toMatchObject({
      project_id: desk.projectId,
      dry_run: true,
      changed_sections: ['booking'],
      status: 'blocked',
      missing_secrets: ['MISSING'],
    });
    expect(dry.changes.map(({ section, path, op }) => [section, path, op])).toEqual([
      ['booking', 'calendar', 'add'],
      ['booking', 'closed_dates.0', 'add'],
    ]);
    const findings = dry.sections.find(({ section }) => section === 'booking')!.findings;
    expect(findings.map(({ code, path }) => [code, path])).toEqual([
      ['secret_missing', 'calendar.credential'],
    ]);
    expect((await send(test, desk, 'get', 'draft?include=configurations').expect(200)).body).toEqual(before);
    expect(await historyOf(test, desk)).toHaveLength(1);
    const response = await bring(body, { ifMatch: await draftEtag(test, desk) }).expect(200);
    expect(response.body).toEqual({
      ...dry,
      dry_run: false,
      etag: response.get('ETag')!.replaceAll('"', ''),
    });
    expect((await shown('booking')).configuration).toEqual(body.sections.booking);
    expect(
      (await auditOf(test, desk, 'project_configuration.imported')).map(({ metadata }) => metadata),
    ).toEqual([
      {
        project_id: desk.projectId,
        sections: 'booking',
        etag: (response.body as Incoming).etag,
        previous_etag: dry.etag,
      },
    ]);
    expect(await tried(body)).toMatchObject({ changed_sections: [], changes: [] });
  });

  // workspace 12.4; requests 6.2, 6.3
  it('is guarded by the etag of the draft, which a dry run may leave out and not get wrong', async () => {
    await save(test, desk, 'booking', booking());
    const file = await exported(test, desk);
    expect(codeOf(await bring(file).expect(428))).toBe('precondition_required');
    expect(codeOf(await bring(file, { ifMatch: '*' }).expect(428))).toBe('precondition_required');
    const stale = await draftEtag(test, desk);
    await save(test, desk, 'booking', booking(['2026-12-25']));
    const refused = await bring(file, { ifMatch: stale }).expect(409);
    expect(refused.body).toMatchObject({
      error: { details: { stale: { guard: 'If-Match', changed_paths: ['booking.closed_dates.0'] } } },
    });
    const dry = send(test, desk, 'post', `${IMPORT}?dry_run=true`, { body: file, ifMatch: stale });
    expect(codeOf(await dry.expect(409))).toBe('conflict');
    expect((await shown('booking')).configuration).toEqual(booking(['2026-12-25']));
  });

  // workspace 12.8
  it('has its secrets by other names where they are told', async () => {
    await makeSecret(test, desk, 'CALENDAR_TOKEN', 'one-value-of-it').expect(200);
    await save(test, desk, 'booking', bookingWith('CALENDAR_TOKEN'));
    const other = await anEmptyProject(test, desk);
    await makeSecret(test, other, 'OURS', 'another-value-of-it').expect(200);
    const file = await exported(test, desk);
    expect(await tried(file, other)).toMatchObject({ missing_secrets: ['CALENDAR_TOKEN'] });
    const named = { ...file, secret_names: { CALENDAR_TOKEN: 'OURS' } };
    expect((await bring(named, {}, other).expect(200)).body).toMatchObject({ missing_secrets: [] });
    expect((await shown('booking', other)).configuration).toEqual(bookingWith('OURS'));
  });

  // workspace 12.4; requests 5.3
  it('is imported once under a key, which it needs', async () => {
    const { checksum: _, ...file } = await exported(test, desk);
    const body = { ...file, sections: { booking: booking() } };
    expect(codeOf(await bring(body, { key: null }).expect(400))).toBe('validation_failed');
    await bring(body, { key: 'short' }).expect(400);
    const answers = await Promise.all(Array.from({ length: 50 }, () => bring(body, { key: 'import-once' })));
    const done = answers.filter(({ status }) => status === 200);
    expect(done.length).toBeGreaterThanOrEqual(1);
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    expect(await historyOf(test, desk)).toHaveLength(1);
    expect(await auditOf(test, desk, 'project_configuration.imported')).toHaveLength(1);
    const again = await bring(body, { key: 'import-once' }).expect(200);
    expect([again.get('Idempotent-Replayed'), again.text]).toEqual(['true', done[0]!.text]);
  });

  // workspace 3.9, 12.6
  it('does not change an archived project, and a dry run says so', async () => {
    const file = await exported(test, desk);
    await test.world.archive(desk.projectId);
    expect(codeOf(await bring(file).expect(409))).toBe('project_archived');
    const dry = send(test, desk, 'post', `${IMPORT}?dry_run=true`, { body: file });
    expect(codeOf(await dry.expect(409))).toBe('project_archived');
  });

  // Fails if sections are saved one by one.
  it('is saved in as many statements for all sections as for one', async () => {
    const { checksum: _, ...one } = await exported(test, desk);
    await saveEverything(test, desk);
    const all = await exported(test, desk);
    const written = async (body: object, into: ProjectFixture): Promise<string[]> => {
      statements.mockClear();
      await bring(body, {}, into).expect(200);
      return requestStatements(statements.mock.calls).filter((text) =>
        /\bproject_(draft|section)/.test(text),
      );
    };
    const few = await written({ ...one, sections: { booking: booking() } }, await anEmptyProject(test, desk));
    expect(few.length).toBeGreaterThan(0);
    expect(await written(all, await anEmptyProject(test, desk))).toEqual(few);
  });
});
