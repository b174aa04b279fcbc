import { randomUUID } from 'node:crypto';
import type { Response } from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SectionDefinition } from '../../../src/features/configuration/rules/sections/section-definition.js';
import { OWN_SECTIONS } from '../../../src/features/configuration/sections/section-files.js';
import { useSharedApp } from '../../support/shared-app.js';
import { aProjectFixture, codeOf, exampleOf, pathOf, read, sectionOf, validate, write } from './editing.js';
import type { ProjectFixture } from './editing.js';

const named = (name: string): SectionDefinition => OWN_SECTIONS.find((section) => section.name === name)!;
const booking = named('booking');
const plugins = named('plugin-configuration');
const governance = named('governance');
const transfer = named('transfer-routing');

const SLOTS = exampleOf(booking)['slots'] as object;

interface Stale {
  readonly guard: string;
  readonly sent: string | null;
  readonly current: string | null;
  readonly changed_paths: string[] | null;
}

const staleOf = (response: Response): Stale => {
  const { error } = response.body as { error: { details: { stale: Stale } } };
  expect([response.status, codeOf(response)]).toEqual([409, 'conflict']);
  return error.details.stale;
};

describe('a guard that no longer holds', () => {
  const test = useSharedApp();
  let desk: ProjectFixture;

  beforeEach(async () => {
    desk = await aProjectFixture(test);
  });

  const save = (section: SectionDefinition, fields: object = {}, etag?: string, others: object = {}) => {
    const request = write(test, desk, section, { ...exampleOf(section), ...fields }, others);
    return etag === undefined ? request : request.set('If-Match', `"${etag}"`);
  };
  const draftEtag = async (): Promise<string> =>
    ((await test.request().get(pathOf(desk, 'draft')).set(desk.admin)).body as { etag: string }).etag;
  const putDraft = (etag: string, headers = desk.admin) =>
    test
      .request()
      .put(pathOf(desk, 'draft'))
      .set(headers)
      .set('If-Match', `"${etag}"`)
      .send({ sections: { booking: exampleOf(booking) } });

  describe('of a section', () => {
    // errors 4.3; requests 6.3
    it('is told with the state that stands and the paths that changed since', async () => {
      const first = sectionOf(await save(booking)).etag;
      await save(booking, { enabled: false });
      const { etag: current } = sectionOf(
        await save(booking, { enabled: false, slots: { ...SLOTS, capacity: 3 } }),
      );
      expect(staleOf(await save(booking, {}, first))).toEqual({
        guard: 'If-Match',
        sent: first,
        current,
        changed_paths: ['booking.enabled', 'booking.slots.capacity'],
      });
    });

    // workspace 3.6
    it('takes the etag of the draft too, and says what has changed anywhere when it is stale', async () => {
      const { etag: own } = sectionOf(await save(plugins));
      const draft = await draftEtag();
      expect(draft).not.toBe(own);
      expect((await save(plugins, {}, draft)).status).toBe(200);
      const again = await draftEtag();
      await save(booking);
      const stale = staleOf(await save(plugins, {}, again));
      expect(stale).toMatchObject({ guard: 'If-Match', sent: again });
      expect(stale.changed_paths).not.toEqual([]);
      expect(stale.changed_paths?.filter((path) => !path.startsWith('booking'))).toEqual([]);
    });

    it('takes the etag of the draft as revision_token and for its validation', async () => {
      await save(plugins);
      const draft = await draftEtag();
      await validate(test, desk, plugins, { revision_token: draft }).expect(200);
      expect((await save(plugins, {}, undefined, { revision_token: draft })).status).toBe(200);
      expect(staleOf(await save(plugins, {}, undefined, { revision_token: draft }))).toMatchObject({
        guard: 'revision_token',
        sent: draft,
      });
      expect(staleOf(await validate(test, desk, plugins, { revision_token: draft })).guard).toBe(
        'revision_token',
      );
    });

    it('knows what was read before the first edit', async () => {
      const { etag } = sectionOf(await read(test, desk, booking));
      await save(booking);
      const { changed_paths: paths } = staleOf(await save(booking, {}, etag));
      expect(paths).toContain('booking.enabled');
    });

    it('knows the draft that a project is made with', async () => {
      const made = await test
        .request()
        .post(`/v1/projects`)
        .query({ client_id: desk.tenant.clientId })
        .set(desk.admin)
        .set('Idempotency-Key', randomUUID())
        .send({
          display_name: 'Front desk',
          timezone: 'Australia/Sydney',
          managed_client_id: desk.tenant.clientId,
        })
        .expect(201);
      const { project } = made.body as { project: { project_id: string } };
      desk = { ...desk, projectId: project.project_id };
      const first = await draftEtag();
      await putDraft(first).expect(200);
      const stale = staleOf(await putDraft(first));
      expect(stale.sent).toBe(first);
      expect(stale.changed_paths).toContain('booking.enabled');
    });

    // errors 4.3
    it('repeats nothing that it has not given out, and says that it knows no paths', async () => {
      await save(booking);
      for (const sent of ['sk-live-0123456789abcdef', '0123456789abcdef01234567']) {
        const stale = staleOf(await save(booking, {}, sent));
        expect(stale.changed_paths).toBeNull();
        expect(stale.sent).toBe(sent.startsWith('sk') ? null : sent);
      }
    });

    // workspace 2.1
    it('names the version of a part', async () => {
      const { etag, customer_destinations_version: version } = sectionOf(await save(transfer));
      const refused = await save(transfer, {}, etag, { customer_destinations_version: Number(version) + 7 });
      expect(staleOf(refused)).toEqual({
        guard: 'customer_destinations_version',
        sent: String(Number(version) + 7),
        current: String(version),
        changed_paths: ['transfer-routing.customer_destinations_version'],
      });
    });

    it('that is missing says which etag is wanted', async () => {
      await save(plugins);
      const refused = await save(plugins);
      const { error } = refused.body as { error: { message: string } };
      expect([refused.status, error.message]).toEqual([
        428,
        "A draft exists. Read it and send the section's etag or the draft's, as If-Match " +
          'or as revision_token; * is not accepted.',
      ]);
    });
  });

  describe('of the draft', () => {
    // workspace 3.4, 5.3
    it('is told for writes and for publishing, and names paths and no values', async () => {
      await save(booking);
      const read = await draftEtag();
      await save(named('email-delivery'));
      const current = await draftEtag();
      const publish = await test
        .request()
        .post(pathOf(desk, 'publish'))
        .set(desk.admin)
        .set('Idempotency-Key', randomUUID())
        .set('If-Match', `"${read}"`)
        .send({});
      for (const refused of [await putDraft(read), publish]) {
        const stale = staleOf(refused);
        expect(stale).toMatchObject({ guard: 'If-Match', sent: read, current });
        expect(stale.changed_paths?.every((path) => path.startsWith('email-delivery'))).toBe(true);
        expect(JSON.stringify(refused.body)).not.toContain('@');
      }
    });

    it('does not name sections that the caller may not see', async () => {
      const key = { 'X-API-Key': await test.world.aKey(desk.tenant, 'partner_admin') };
      await save(booking);
      const read = await draftEtag();
      expect((await save(governance)).status).toBe(200);
      await save(booking, { enabled: false });
      expect(staleOf(await putDraft(read, key)).changed_paths).toEqual(['booking.enabled']);
      const seen = staleOf(await putDraft(read)).changed_paths ?? [];
      expect(seen.some((path) => path.startsWith('governance'))).toBe(true);
    });

    it('is gone once it was published', async () => {
      await save(booking);
      const read = await draftEtag();
      await test.world.sql('DELETE FROM project_draft_sections WHERE project_id = $1', [desk.projectId]);
      await test.world.sql('DELETE FROM project_drafts WHERE project_id = $1', [desk.projectId]);
      expect(staleOf(await putDraft(read))).toMatchObject({ sent: read, current: null, changed_paths: [] });
    });
  });

  describe('of a project', () => {
    const lifecycle = (method: 'get' | 'patch', body?: object) =>
      test.request()[method](pathOf(desk, 'lifecycle')).set(desk.admin).send(body);

    // projects 5.4; errors 4.3
    it('is told with the fields that changed since', async () => {
      await lifecycle('patch', { display_name: 'Front desk', revision_token: '1' }).expect(200);
      await lifecycle('patch', { timezone: 'Australia/Perth', revision_token: '2' }).expect(200);
      const stale = (revision: string) =>
        lifecycle('patch', { lifecycle_notes: 'x', revision_token: revision });
      expect(staleOf(await stale('2'))).toEqual({
        guard: 'revision_token',
        sent: '2',
        current: '3',
        changed_paths: ['project.timezone'],
      });
      expect(staleOf(await stale('1')).changed_paths).toEqual(['project.display_name', 'project.timezone']);
      expect(staleOf(await stale('99'))).toMatchObject({ sent: '99', changed_paths: null });
      expect(staleOf(await stale('not a revision')).sent).toBeNull();
    });

    it('counts being archived and restored', async () => {
      const move = (action: string, revision: string) =>
        test
          .request()
          .post(pathOf(desk, action))
          .set(desk.admin)
          .set('Idempotency-Key', randomUUID())
          .send({ revision_token: revision });
      await move('archive', '1').expect(200);
      expect(staleOf(await move('restore', '1'))).toMatchObject({
        current: '2',
        changed_paths: ['project.lifecycle_state'],
      });
    });
  });
});
