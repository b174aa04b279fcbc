import { describe, expect, it } from 'vitest';
import type { SectionDefinition } from '../../../src/features/configuration/rules/sections/section-definition.js';
import { editSealContext } from '../../../src/features/configuration/rules/sections/seal-contexts.js';
import { SealedSections } from '../../../src/features/configuration/lookup/sealed-sections.service.js';
import { OWN_SECTIONS } from '../../../src/features/configuration/sections/section-files.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { bearer } from '../access/callers.js';
import {
  aProjectFixture,
  useProjectFixture,
  codeOf,
  exampleOf,
  fieldsOf,
  historyOf,
  publish,
  read,
  sectionOf,
  validate,
  write,
} from './editing.js';

const EVERY = OWN_SECTIONS.filter(({ route }) => route !== undefined).map(
  (section): [string, SectionDefinition] => [section.name, section],
);
const VALIDATED = EVERY.filter(([, { validate }]) => validate);

describe('every section of a project', () => {
  const clock = new TestClock();
  const test = useSharedApp({ clock });
  const desk = useProjectFixture(test);

  it('is there', () => {
    expect(EVERY.map(([name]) => name)).toEqual(
      expect.arrayContaining(['booking', 'email-delivery', 'identity-verification', 'llm-policy']),
    );
  });

  // workspace 1.2, 1.3
  it.each(EVERY)('%s stands at its defaults before anything was saved', async (_, section) => {
    const response = await read(test, desk, section).expect(200);
    expect(sectionOf(response)).toMatchObject({
      project_id: desk.projectId,
      section: section.name,
      source: 'default',
      configuration: section.defaults,
      permissions: { can_edit: true, read_only_reason: null },
      updated_at: null,
      updated_by: null,
    });
    expect(response.get('ETag')).toBe(`"${sectionOf(response).etag}"`);
  });

  // workspace 1.2, 1.4
  it.each(EVERY)('%s goes to the draft when it is saved, and is read from there', async (_, section) => {
    const saved = await write(test, desk, section).expect(200);
    expect(sectionOf(saved)).toMatchObject({
      source: 'draft',
      updated_at: clock.now().toISOString(),
      updated_by: desk.adminId,
    });
    expect(saved.get('ETag')).toBe(`"${sectionOf(saved).etag}"`);
    const reread = await read(test, desk, section).expect(200);
    expect(reread.body).toEqual(saved.body);
    expect(reread.get('ETag')).toBe(saved.get('ETag'));
    const [edit, ...others] = await historyOf(test, desk);
    expect(others).toEqual([]);
    expect(edit).toMatchObject({
      section: section.name,
      previous_etag: null,
      etag: sectionOf(saved).etag,
      edited_by: desk.adminId,
    });
    // Its personal part is sealed for this row.
    const place = editSealContext(desk.tenant, desk.projectId, section.name, edit!.etag);
    const opened = test.app.get(SealedSections).open(desk.tenant, place, edit!.configuration);
    expect(await opened).toEqual(sectionOf(saved).configuration);
  });

  // workspace 1.2
  it.each(EVERY)('%s is read from the newest version when no draft of it exists', async (_, section) => {
    const saved = sectionOf(await write(test, desk, section).expect(200));
    await publish(test, desk, 1, { [section.name]: saved.configuration });
    const published = sectionOf(await read(test, desk, section).expect(200));
    expect(published).toMatchObject({
      source: 'published',
      configuration: saved.configuration,
      updated_at: '2026-10-01T00:00:00.000Z',
      updated_by: 'somebody',
    });
    await publish(test, desk, 2, { [section.name]: saved.configuration });
    expect(sectionOf(await read(test, desk, section)).etag).not.toBe(published.etag);
  });

  it.each(EVERY)(
    '%s refuses fields it does not know, with their paths, and saves nothing',
    async (_, section) => {
      const configuration = { ...exampleOf(section), shoe_size: 46 };
      const response = await write(test, desk, section, configuration, { colour: 'red' }).expect(422);
      expect(fieldsOf(response)).toEqual(
        expect.arrayContaining([
          ['configuration.shoe_size', 'extra_forbidden'],
          ['colour', 'extra_forbidden'],
        ]),
      );
      expect(await historyOf(test, desk)).toEqual([]);
    },
  );

  // workspace 1.3; projects 5.2
  it.each(EVERY)('%s of an archived project can be read and not be changed', async (_, section) => {
    const archived = await aProjectFixture(test, 'archived');
    const shown = sectionOf(await read(test, archived, section).expect(200));
    expect(shown.permissions).toEqual({ can_edit: false, read_only_reason: 'project_archived' });
    expect(codeOf(await write(test, archived, section).expect(409))).toBe('project_archived');
    expect(await historyOf(test, archived)).toEqual([]);
  });

  // workspace 1.3
  it.each(EVERY)('%s tells a partner_user that the role only reads', async (_, section) => {
    const user = await test.world.aUser(desk.tenant, { role: 'partner_user' });
    await test.world.assignProject(user, desk.tenant, desk.projectId);
    const shown = await read(test, { ...desk, admin: bearer(user.token()) }, section).expect(200);
    expect(sectionOf(shown).permissions).toEqual({ can_edit: false, read_only_reason: 'role_read_only' });
  });

  // workspace 1.9
  it.each(VALIDATED)('%s is validated as it stands, with or without an empty body', async (_, section) => {
    await write(test, desk, section).expect(200);
    const standing = (await read(test, desk, section)).body as unknown;
    const guard = section.validate?.guarded
      ? { 'If-Match': (await read(test, desk, section)).get('ETag')! }
      : {};
    expect((await validate(test, desk, section).set(guard).expect(200)).body).toEqual(standing);
    expect((await validate(test, desk, section, {}).set(guard).expect(200)).body).toEqual(standing);
  });

  it.each(VALIDATED)(
    '%s says what is wrong with a configuration in its place, and saves nothing',
    async (_, section) => {
      const response = await validate(test, desk, section, { configuration: exampleOf(section) });
      if (!section.validate?.override) {
        expect(fieldsOf(response)).toEqual([['configuration', 'extra_forbidden']]);
        return;
      }
      expect(response.status).toBe(200);
      expect(sectionOf(response).configuration).not.toEqual(section.defaults);
      expect(sectionOf(await read(test, desk, section))).toMatchObject({ source: 'default' });
      const wrong = await validate(test, desk, section, { configuration: { shoe_size: 46 } }).expect(422);
      expect(fieldsOf(wrong)).toContainEqual(['configuration.shoe_size', 'extra_forbidden']);
      expect(await historyOf(test, desk)).toEqual([]);
    },
  );

  // workspace 1.13
  it.each(EVERY)('%s writes one audit row for an edit, without its content', async (_, section) => {
    const { etag } = sectionOf(await write(test, desk, section).expect(200));
    const rows = await test.world.sql(
      `SELECT action, outcome, actor_id, metadata FROM audit_events WHERE metadata->>'project_id' = $1`,
      [desk.projectId],
    );
    expect(rows).toEqual([
      {
        action: 'project_section.saved',
        outcome: 'success',
        actor_id: desk.adminId,
        metadata: { project_id: desk.projectId, section: section.name, etag, previous_etag: null },
      },
    ]);
  });

  it('lets a partner_user validate the providers as they stand, and in their place nothing', async () => {
    const section = OWN_SECTIONS.find(({ name }) => name === 'provider-configuration')!;
    const user = await test.world.aUser(desk.tenant, { role: 'partner_user' });
    await test.world.assignProject(user, desk.tenant, desk.projectId);
    const reader = { ...desk, admin: bearer(user.token()) };
    await validate(test, reader, section).expect(200);
    await validate(test, reader, section, {}).expect(200);
    const refused = await validate(test, reader, section, { configuration: exampleOf(section) });
    expect([refused.status, codeOf(refused)]).toEqual([404, 'not_found']);
    await validate(test, desk, section, { configuration: exampleOf(section) }).expect(200);
  });
});
