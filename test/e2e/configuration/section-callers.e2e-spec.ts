import { randomUUID } from 'node:crypto';
import type { Response } from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SectionDefinition } from '../../../src/features/configuration/rules/sections/section-definition.js';
import { OWN_SECTIONS } from '../../../src/features/configuration/sections/section-files.js';
import { useSharedApp } from '../../support/shared-app.js';
import { codeOf, exampleOf, fieldsOf, historyOf, pathOf, publish, useProjectFixture } from './editing.js';
import { assistant, booking, brokenBooking, publishDraft, save, send } from '../releases/releasing.js';

const named = (name: string): SectionDefinition => OWN_SECTIONS.find((section) => section.name === name)!;

// From the contract's table: sections with routes only for people who are signed in.
const SIGNED_IN = ['governance', 'testing-overrides'];
const OTHERS = OWN_SECTIONS.map(({ name }) => name)
  .filter((name) => !SIGNED_IN.includes(name))
  .sort();

// Fails if a route other than a section's own ignores who may use the section.
describe('the callers of a section, on every route', () => {
  const test = useSharedApp();
  let key: Readonly<Record<string, string>>;

  const desk = useProjectFixture(test);
  beforeEach(async () => {
    key = { 'X-API-Key': await test.world.aKey(desk.tenant, 'partner_admin') };
  });

  const get = (path: string, as?: Readonly<Record<string, string>>) =>
    send(test, desk, 'get', path, as ? { as } : {});
  const replace = (sections: object, as = desk.admin, idempotencyKey: string | null = randomUUID()) =>
    send(test, desk, 'put', 'draft', { body: { sections }, key: idempotencyKey, as });
  const governed = { governance: exampleOf(named('governance')) };

  describe.each(SIGNED_IN)('%s', (name) => {
    const sections = { [name]: exampleOf(named(name)) };

    // workspace 3.5
    it('is not written with the draft by a key, whatever else is', async () => {
      const own = await test.request().get(pathOf(desk, name)).set(key);
      for (const sent of [sections, { ...sections, booking: booking() }, { [name]: 'nonsense' }]) {
        const refused = await replace(sent, key);
        expect([refused.status, codeOf(refused)]).toEqual([404, codeOf(own)]);
      }
      expect(await historyOf(test, desk)).toEqual([]);
      await replace({ booking: booking() }, key).expect(200);
      const { etag } = (await get('draft')).body as { etag: string };
      await replace(sections).set('If-Match', `"${etag}"`).expect(200);
    });

    // workspace 3.5
    it('needs its key with the draft too', async () => {
      const { minLength = 1 } = named(name).write.idempotency!;
      const headers = [null, ...(minLength > 1 ? ['k'.repeat(minLength - 1)] : [])];
      for (const header of headers) {
        const refused = await replace({ booking: booking(), ...sections }, desk.admin, header);
        expect([refused.status, codeOf(refused), fieldsOf(refused)]).toEqual([
          400,
          'validation_failed',
          [['Idempotency-Key', header === null ? 'missing' : 'malformed']],
        ]);
      }
      expect(await historyOf(test, desk)).toEqual([]);
      await replace(sections, desk.admin, randomUUID().slice(0, minLength)).expect(200);
    });
  });

  it('other sections need no key with the draft', async () => {
    await replace({ booking: booking() }, desk.admin, null).expect(200);
  });

  const namesIn = ({ body }: Response): string[] =>
    Object.keys((body as { sections: Record<string, unknown> }).sections).sort();

  // workspace 1.11
  it('see of drafts and versions what they may read by itself', async () => {
    await replace({ ...governed, booking: booking() }).expect(200);
    await publishDraft(test, desk);
    for (const path of ['draft', 'versions/1']) {
      expect(namesIn(await get(path, key).expect(200))).toEqual(OTHERS);
      expect(namesIn(await get(path).expect(200))).toEqual([...OTHERS, ...SIGNED_IN].sort());
    }
    const answer = await replace({ booking: booking(['2026-12-25']) }, key).expect(200);
    expect(namesIn(answer)).toEqual(OTHERS);
  });

  it('see changes of what they may read', async () => {
    await save(test, desk, 'booking', booking());
    await publishDraft(test, desk);
    await save(test, desk, 'booking', booking(['2026-12-25']));
    const { etag } = (await get('draft')).body as { etag: string };
    await replace(governed).set('If-Match', `"${etag}"`).expect(200);
    const changed = async (as?: Readonly<Record<string, string>>): Promise<string[]> => {
      const response = await get('versions/compare?from=1&to=draft', as).expect(200);
      const { changes } = response.body as { changes: { section: string }[] };
      return [...new Set(changes.map(({ section }) => section))];
    };
    expect(await changed()).toEqual(['booking', 'governance']);
    expect(await changed(key)).toEqual(['booking']);
  });

  // workspace 1.11
  it('are told what is wrong with what they may read, and of the rest that it has errors', async () => {
    const silent = {
      ...exampleOf(named('governance')),
      recording: { enabled: true, announcement_text: null },
    };
    await replace({ governance: silent, booking: brokenBooking(), assistant: assistant() }).expect(200);
    const validate = async (as: Readonly<Record<string, string>>) =>
      (await send(test, desk, 'post', 'validate', { as, key: null }).expect(200)).body as {
        status: string;
        sections: { section: string }[];
      };
    const told = await validate(key);
    expect(told.sections.map(({ section }) => section)).toEqual(OTHERS);
    const ifMatch = (await get('draft', key)).get('ETag')!;
    const refused = async (as: Readonly<Record<string, string>>) =>
      fieldsOf(await send(test, desk, 'post', 'publish', { body: {}, ifMatch, as }).expect(422));
    expect(await refused(key)).toEqual([
      ['governance', 'bearer_required'],
      ['booking.weekly_hours.0.closes', 'hours_reversed'],
      ['governance', 'section_blocked'],
    ]);
    expect((await refused(desk.admin)).map(([field]) => field)).toContain(
      'governance.recording.announcement_text',
    );

    await replace({ booking: booking() }).set('If-Match', ifMatch).expect(200);
    expect((await validate(key)).status).toBe('blocked');
  });

  it("client's admins are told of their dashboards alone", async () => {
    await publish(test, desk, 1, { booking: brokenBooking() });
    await test.world.sql(`UPDATE projects SET lifecycle_state = 'active' WHERE project_id = $1`, [
      desk.projectId,
    ]);
    await replace({ 'dashboard-metadata': { timezone: 'Nowhere/Town' } }).expect(200);
    const as = {
      Authorization: `Bearer ${(await test.world.aUser(desk.tenant, { role: 'client_admin' })).token()}`,
    };
    const refused = await send(test, desk, 'post', 'dashboard-metadata/publish', { as }).expect(422);
    expect(fieldsOf(refused)).toEqual([
      ['booking', 'section_blocked'],
      ['dashboard-metadata.timezone', 'timezone_unknown'],
    ]);
  });
});
