import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../support/app.js';
import { TestClock } from '../../support/test-clock.js';
import { section as governanceSection } from '../../../src/features/configuration/sections/governance/governance.section.js';
import type { SectionDefinition } from '../../../src/features/configuration/rules/sections/section-definition.js';
import { useProjectFixture, codeOf, fieldsOf, historyOf, sectionOf, write } from './editing.js';
import { auditOf, booking, draftEtag, publishDraft, save, send } from '../releases/releasing.js';

const governance = governanceSection as unknown as SectionDefinition;
const LIMIT = 100;
const DAY_MS = 24 * 3_600_000;

interface Draft {
  readonly etag: string | null;
  readonly sections: Record<string, { state: string }>;
  readonly base_version_number: number | null;
}

describe('a draft that is discarded', () => {
  const clock = new TestClock();
  const test = useTestApp({
    clock,
    settings: (base) => ({ ...base, features: { ...base.features, MAX_DRAFT_EDITS: LIMIT } }),
  });
  const desk = useProjectFixture(test);

  const ALL = 'draft';
  const OF_BOOKING = 'draft/sections/booking';
  const discard = (path: string, sent: Parameters<typeof send>[4] = {}) =>
    send(test, desk, 'delete', path, sent);
  const discardNow = async (path: string) =>
    (await discard(path, { ifMatch: await draftEtag(test, desk) }).expect(200)).body as Draft;
  const shown = async (section: string) => sectionOf(await send(test, desk, 'get', section).expect(200));

  // workspace 3.13
  it('is gone: every section is as it was published, or as its defaults say', async () => {
    await save(test, desk, 'booking', booking());
    await publishDraft(test, desk);
    const before = await send(test, desk, 'get', 'versions/1').expect(200);
    await save(test, desk, 'booking', booking(['2026-12-25']));
    await save(test, desk, 'email-delivery', (await shown('email-delivery')).configuration);
    const response = await discard(ALL, { ifMatch: await draftEtag(test, desk) }).expect(200);
    expect(response.body).toEqual((await send(test, desk, 'get', 'draft').expect(200)).body);
    expect(response.body).toMatchObject({ etag: null, base_version_number: 1, updated_at: null });
    expect(response.get('ETag')).toBeUndefined();
    expect(await shown('booking')).toMatchObject({ source: 'published', configuration: booking() });
    expect(await shown('email-delivery')).toMatchObject({ source: 'published' });
    expect((await send(test, desk, 'get', 'versions/1').expect(200)).body).toEqual(before.body);
    expect(
      (await send(test, desk, 'get', 'versions/compare?from=1&to=draft').expect(200)).body,
    ).toMatchObject({
      changes: [],
    });
  });

  // workspace 3.13
  it('of a project that was never published leaves nothing but defaults', async () => {
    await save(test, desk, 'booking', booking());
    const { etag, sections } = await discardNow(ALL);
    expect(etag).toBeNull();
    expect(new Set(Object.values(sections).map(({ state }) => state))).toEqual(new Set(['empty']));
  });

  // workspace 3.13
  it('may be one section: the others stay as they are edited, and with the last one the draft ends', async () => {
    await save(test, desk, 'booking', booking());
    await save(test, desk, 'email-delivery', (await shown('email-delivery')).configuration);
    const before = await draftEtag(test, desk);
    const response = await discard(OF_BOOKING, { ifMatch: before }).expect(200);
    const { etag, sections } = response.body as Draft;
    expect(response.get('ETag')).toBe(`"${etag}"`);
    expect(response.get('ETag')).not.toBe(before);
    expect([sections['booking']!.state, sections['email-delivery']!.state]).toEqual(['empty', 'valid']);
    expect(await shown('booking')).toMatchObject({ source: 'default', etag: 'default' });
    expect((await discardNow('draft/sections/email-delivery')).etag).toBeNull();
  });

  // workspace 3.13; requests 6.2, 6.3
  it.each([
    ['no etag', undefined, 428, 'precondition_required'],
    ['a star', '*', 428, 'precondition_required'],
    ['another etag', '"0123456789abcdef01234567"', 409, 'conflict'],
    ['no header of the kind', '"open', 400, 'validation_failed'],
  ])('is refused with %s, whole or in part', async (_, ifMatch, status, code) => {
    await save(test, desk, 'booking', booking());
    for (const path of [ALL, OF_BOOKING]) {
      const refused = await discard(path, ifMatch === undefined ? {} : { ifMatch });
      expect([refused.status, codeOf(refused)]).toEqual([status, code]);
    }
    expect(await shown('booking')).toMatchObject({ source: 'draft' });
  });

  // workspace 3.13; errors 4.3
  it('tells those who read it before what has changed', async () => {
    await save(test, desk, 'booking', booking());
    await publishDraft(test, desk);
    await save(test, desk, 'booking', booking(['2026-12-25']));
    const read = await draftEtag(test, desk);
    const { etag: ofSection } = await shown('booking');
    await discardNow(ALL);
    for (const [method, path, ifMatch, body] of [
      ['delete', ALL, read, undefined],
      ['put', 'booking', ofSection, { configuration: booking() }],
    ] as const) {
      const stale = await send(test, desk, method, path, { ifMatch, ...(body && { body }) }).expect(409);
      expect(stale.body).toMatchObject({
        error: { details: { stale: { changed_paths: ['booking.closed_dates.0'] } } },
      });
    }
  });

  // workspace 3.14
  it('is as it was where there is nothing to discard, and an unknown section is 404', async () => {
    expect((await discard(ALL).expect(200)).body).toMatchObject({ etag: null });
    expect((await discard(OF_BOOKING).expect(200)).body).toMatchObject({ etag: null });
    await save(test, desk, 'email-delivery', (await shown('email-delivery')).configuration);
    const ifMatch = await draftEtag(test, desk);
    expect((await discard(OF_BOOKING, { ifMatch }).expect(200)).get('ETag')).toBe(ifMatch);
    for (const name of ['unknown', 'Booking', 'constructor', 'a%00b'])
      await discard(`draft/sections/${name}`, { ifMatch }).expect(404);
  });

  // workspace 3.9
  it('stays where the project is archived', async () => {
    await save(test, desk, 'booking', booking());
    const ifMatch = await draftEtag(test, desk);
    await test.world.archive(desk.projectId);
    for (const path of [ALL, OF_BOOKING])
      expect(codeOf(await discard(path, { ifMatch }).expect(409))).toBe('project_archived');
  });

  // workspace 3.15
  it('that changes governance is discarded by people alone', async () => {
    await save(test, desk, 'booking', booking());
    await write(test, desk, governance).expect(200);
    const as = { 'X-API-Key': await test.world.aKey(desk.tenant, 'partner_admin') };
    const ifMatch = await draftEtag(test, desk);
    await discard('draft/sections/governance', { ifMatch, as }).expect(404);
    const refused = await discard(ALL, { ifMatch, as }).expect(422);
    expect(fieldsOf(refused)).toEqual([['governance', 'bearer_required']]);
    expect(await shown('booking')).toMatchObject({ source: 'draft' });
    await discard(OF_BOOKING, { ifMatch, as }).expect(200);
    expect((await discardNow(ALL)).etag).toBeNull();
  });

  // workspace 1.13; requests 5.3
  it('is discarded once under a key, with one audit row and one edit of the history', async () => {
    await save(test, desk, 'booking', booking());
    const ifMatch = await draftEtag(test, desk);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => discard(ALL, { ifMatch, key: 'discard' })),
    );
    const done = answers.filter(({ status }) => status === 200);
    expect(done.length).toBeGreaterThanOrEqual(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(
      new Set(done.length === 50 ? [200] : [200, 409]),
    );
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    const rows = await auditOf(test, desk, 'project_draft.discarded');
    expect(rows.map(({ metadata }) => metadata)).toEqual([
      {
        project_id: desk.projectId,
        sections: 'booking',
        etag: null,
        previous_etag: ifMatch.replaceAll('"', ''),
      },
    ]);
    expect((await historyOf(test, desk)).map(({ section }) => section)).toEqual(['booking', 'booking']);
  });

  // workspace 3.16, 3.7
  it('gives no edit back: the next draft goes on from them, until it has rested for a day or was published', async () => {
    const gathered = (edits: number) =>
      test.world.sql(`UPDATE project_drafts SET edit_count = $2 WHERE project_id = $1`, [
        desk.projectId,
        edits,
      ]);
    const saveOnce = () => send(test, desk, 'put', 'booking', { body: { configuration: booking() } });
    await saveOnce().expect(200);
    await publishDraft(test, desk);
    await saveOnce().expect(200);
    await gathered(LIMIT - 1);
    await discardNow(ALL);
    await saveOnce().expect(200);
    expect(codeOf(await saveOnce().expect(409))).toBe('project_draft_limit');
    await discardNow(OF_BOOKING);
    expect(codeOf(await saveOnce().expect(409))).toBe('project_draft_limit');
    await test.world.sql(`UPDATE project_discarded_drafts SET updated_at = $2 WHERE project_id = $1`, [
      desk.projectId,
      new Date(clock.now().getTime() - DAY_MS),
    ]);
    await saveOnce().expect(200);
    await send(test, desk, 'put', 'booking', { body: { configuration: booking(['2026-12-25']) } }).expect(
      200,
    );
    await gathered(LIMIT);
    await publishDraft(test, desk);
    await saveOnce().expect(200);
    await send(test, desk, 'put', 'booking', {
      body: { configuration: booking(['2026-12-25']) },
    }).expect(200);
    await gathered(LIMIT);
    // A draft that changes nothing is discarded, not published.
    const ifMatch = await draftEtag(test, desk);
    const same = await send(test, desk, 'post', 'publish', { body: {}, ifMatch }).expect(200);
    expect(same.body).toMatchObject({ changed: false });
    expect(codeOf(await saveOnce().expect(409))).toBe('project_draft_limit');
  });

  // workspace 5.6, 5.13
  it('ends a draft that changes nothing, and says so', async () => {
    await save(test, desk, 'booking', booking());
    await publishDraft(test, desk, { change_note: 'The first.' });
    const versions = async () =>
      ((await send(test, desk, 'get', 'versions').expect(200)).body as { items: object[] }).items;
    const [first] = await versions();
    await save(test, desk, 'booking', booking());
    const ifMatch = await draftEtag(test, desk);
    await send(test, desk, 'post', 'publish', {}).expect(428);
    const same = await send(test, desk, 'post', 'publish', { body: {}, ifMatch, key: 'nothing-new' }).expect(
      200,
    );
    expect(same.body).toMatchObject({ ...first, changed: false });
    expect((await send(test, desk, 'get', 'draft').expect(200)).body).toMatchObject({ etag: null });
    expect(await versions()).toEqual([first]);
    const again = await send(test, desk, 'post', 'publish', { body: {}, ifMatch, key: 'nothing-new' }).expect(
      200,
    );
    expect([again.get('Idempotent-Replayed'), again.body]).toEqual(['true', same.body]);
    expect(await auditOf(test, desk, 'project.published')).toHaveLength(1);
    expect(await auditOf(test, desk, 'project_draft.discarded')).toHaveLength(1);
  });
});
