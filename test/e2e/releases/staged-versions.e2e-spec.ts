import { beforeEach, describe, expect, it } from 'vitest';
import { systemContext } from '../../../src/core/shared/auth-context.js';
import { PublishedRuntimes } from '../../../src/features/runtime/lookup/published-runtimes.service.js';
import { atDepth } from '../../support/depth.js';
import { perTest } from '../../support/frames.js';
import { useSharedApp } from '../../support/shared-app.js';
import { aProjectFixture, useProjectFixture } from '../configuration/editing.js';
import { aRuntime, auditOf, booking, configuration, report, save, send } from './releasing.js';
import { publishFirstVersion, choose, end, staged, versionOf } from './staging.js';
import type { Choice, StagedRelease } from './staging.js';

/** This many callers are checked several times, and this many once. */
const CALLERS = atDepth({ ordinary: 40, full: 200 });
const ASKED_ONCE = atDepth({ ordinary: 60, full: 1000 });
const numberOf = (index: number): string => `+6149157${String(index).padStart(4, '0')}`;
// Sent concurrently, so that they take as little time as possible.
const AT_ONCE = 20;

describe('the version of a call', () => {
  const test = useSharedApp();

  const desk = useProjectFixture(test);
  let key: string;
  beforeEach(async () => {
    key = await aRuntime(test, desk);
  });
  const published = perTest(() => publishFirstVersion(test, desk));

  const chosen = async (body: object): Promise<Choice> =>
    (await choose(test, desk, key, body).expect(200)).body as Choice;
  const byCaller = (caller_number: string | null, call_id = 'call-1') => chosen({ caller_number, call_id });

  /** The version that each of many callers gets; every call has a new id. */
  async function versionsOfCallers(run: string, callers = CALLERS): Promise<number[]> {
    const versions: number[] = [];
    for (let from = 0; from < callers; from += AT_ONCE) {
      const batch = Array.from({ length: Math.min(AT_ONCE, callers - from) }, (_, it) =>
        byCaller(numberOf(from + it), `${run}-${from + it}`),
      );
      versions.push(...(await Promise.all(batch)).map(({ version_number }) => version_number));
    }
    return versions;
  }

  // workspace 15.6
  it('is the published one while nothing is staged', async () => {
    expect(await byCaller('+61491570006')).toEqual({
      version_number: 1,
      content_hash: published.content_hash,
      staged: false,
    });
  });

  // workspace 15.6
  it('is the staged one for the named share of callers', async () => {
    await staged(test, desk, { percent: 2 });
    const versions = await versionsOfCallers('once', ASKED_ONCE);
    const share = versions.filter((it) => it === 2).length / ASKED_ONCE;
    // Three points for a thousand callers; for fewer, eight standard deviations, because the
    // tenant's key is random.
    const bound = Math.max(0.03, 8 * Math.sqrt((0.02 * 0.98) / ASKED_ONCE));
    expect(Math.abs(share - 0.02)).toBeLessThanOrEqual(bound);
  });

  // workspace 15.6, 15.5
  it('is the staged one for some callers, always the same, and for all once it is finished', async () => {
    const release = await staged(test, desk, { percent: 50 });
    const first = await versionsOfCallers('first');
    expect(new Set(first)).toEqual(new Set([1, 2]));
    expect(await versionsOfCallers('second')).toEqual(first);
    const caller = numberOf(first.indexOf(2));
    expect(await byCaller(caller)).toEqual({
      version_number: 2,
      content_hash: release.content_hash,
      staged: true,
    });
    await end(test, desk, 'finish', 2).expect(200);
    expect(new Set(await versionsOfCallers('third'))).toEqual(new Set([2]));
    expect(await byCaller(caller)).toMatchObject({ version_number: 2, staged: false });
  });

  // workspace 15.7
  it('is the published one for all once the release is taken back', async () => {
    await staged(test, desk, { percent: 99 });
    await end(test, desk, 'take-back', 2).expect(200);
    expect(new Set(await versionsOfCallers('after'))).toEqual(new Set([1]));
  });

  // workspace 15.6
  it('is another draw in the next release', async () => {
    await staged(test, desk);
    const first = await versionsOfCallers('first');
    await end(test, desk, 'take-back', 2).expect(200);
    await staged(test, desk);
    const second = await versionsOfCallers('second');
    const moved = first.filter((version, it) => (version === 2) !== (second[it] === 3)).length;
    // About half of them move; fewer than a tenth is practically impossible.
    expect(moved).toBeGreaterThan(CALLERS / 10);
  });

  // workspace 15.6
  it('goes by the call where the number is withheld', async () => {
    await staged(test, desk);
    const ids = Array.from({ length: 40 }, (_, it) => `call-${it}`);
    const ask = () => Promise.all(ids.map(async (id) => (await byCaller(null, id)).version_number));
    const first = await ask();
    expect(new Set(first)).toEqual(new Set([1, 2]));
    expect(await ask()).toEqual(first);
    expect((await chosen({ call_id: ids[0]! })).version_number).toBe(first[0]);
  });

  // workspace 15.6
  it('is the staged one for the numbers that are named, at either end of a call', async () => {
    const release = await staged(test, desk, { numbers: ['+61255501234', '+61491570006'] });
    expect(release).toMatchObject({ percent: null, numbers: ['+61 *** *** 234', '+61 *** *** 006'] });
    const version = async (caller_number: string | null, called_number: string | null) =>
      (await chosen({ caller_number, called_number, call_id: 'call-1' })).version_number;
    expect(await version('+61491570006', '+61255509999')).toBe(2);
    expect(await version('+61491570156', '+61255501234')).toBe(2);
    expect(await version(null, '+61255501234')).toBe(2);
    expect(await version('+61491570156', '+61255509999')).toBe(1);
    expect(await version(null, null)).toBe(1);
  });

  // privacy 8.3, workspace 15.6
  it('leaves no number behind: not in a log, a table or the trail', async () => {
    await staged(test, desk, { numbers: ['+61255507731', '+61491577732'] });
    await chosen({ caller_number: '+61491577733', called_number: '+61255507734', call_id: 'call-1' });
    const tables = ['project_staged_releases', 'project_versions', 'audit_events', 'idempotency_records'];
    const rows = await Promise.all(
      tables.map((table) => test.world.sql<{ row: string }>(`SELECT t::text AS row FROM ${table} t`)),
    );
    const stored = [...rows.flat().map(({ row }) => row), test.logs()].join('\n');
    for (const number of ['255507731', '491577732', '491577733', '255507734'])
      expect(stored.includes(number), number).toBe(false);
  });

  // workspace 15.6
  it('is asked for in order', async () => {
    const refusals: [string, object][] = [
      ['no call', {}],
      ['an id that no call has', { call_id: 'a b' }],
      ['an empty id', { call_id: '' }],
      ['an id of 129 characters', { call_id: 'a'.repeat(129) }],
      ['a number without its country', { call_id: 'a', caller_number: '0491570006' }],
      ['a number that is none', { call_id: 'a', called_number: 61 }],
    ];
    for (const [name, body] of refusals) {
      const refused = await choose(test, desk, key, body);
      expect(refused.status, name).toBe(422);
      expect(refused.text, name).not.toContain('0491570006');
    }
  });

  it('is 404 for a project that is archived or was never published, and for the key of another tenant', async () => {
    const body = { call_id: 'call-1' };
    const unpublished = await aProjectFixture(test);
    await choose(test, unpublished, await aRuntime(test, unpublished), body).expect(404);
    await choose(test, desk, await aRuntime(test, unpublished), body).expect(404);
    await test.world.archive(desk.projectId);
    await choose(test, desk, key, body).expect(404);
  });

  describe('is handed out', () => {
    interface Served {
      readonly version_number: number;
      readonly sections: Record<string, unknown>;
    }

    // workspace 15.6
    it('while it is published or staged, and no other', async () => {
      await staged(test, desk);
      const second = await versionOf(test, desk, key, 2).expect(200);
      expect((second.body as Served).version_number).toBe(2);
      expect((second.body as Served).sections['booking']).toEqual(booking(['2026-12-25']));
      const first = await versionOf(test, desk, key, 1).expect(200);
      const current = await configuration(test, desk, key).expect(200);
      expect([first.body, first.get('ETag')]).toEqual([current.body, current.get('ETag')]);
      expect((current.body as Served).version_number).toBe(1);
      await versionOf(test, desk, key, 3).expect(404);
      await end(test, desk, 'take-back', 2).expect(200);
      await versionOf(test, desk, key, 2).expect(404);
      await staged(test, desk);
      await end(test, desk, 'finish', 3).expect(200);
      await versionOf(test, desk, key, 1).expect(404);
      await versionOf(test, desk, key, 3).expect(200);
    });

    // workspace 7.2, 15.6
    it('once to who knows it by its etag', async () => {
      await staged(test, desk);
      const etag = (await versionOf(test, desk, key, 2).expect(200)).get('ETag')!;
      await versionOf(test, desk, key, 2).set('If-None-Match', etag).expect(304);
      await configuration(test, desk, key, etag).expect(200);
      await end(test, desk, 'finish', 2).expect(200);
      await configuration(test, desk, key, etag).expect(304);
      expect(
        (await auditOf(test, desk, 'runtime_configuration.read')).map(
          ({ metadata }) => metadata['version_number'],
        ),
      ).toEqual([2, 1]);
    });

    it('by a number, and by nothing else', async () => {
      for (const version of ['0', 'x', '1.5', '', '99999999999', '-1'])
        await versionOf(test, desk, key, version).expect(422);
    });
  });

  describe('is reported', () => {
    const reported = async (applied_hash: string, version_number?: number) =>
      (
        await report(test, desk, key, {
          applied_hash,
          runtime_id: 'runtime-1',
          ...(version_number === undefined ? {} : { version_number }),
        }).expect(200)
      ).body as object;
    const drift = async () => (await send(test, desk, 'get', 'runtime-drift').expect(200)).body as object;
    const shown = async () =>
      (await send(test, desk, 'get', 'staged-release').expect(200)).body as StagedRelease;

    // workspace 15.8
    it('beside the published one, and changes nothing that is known of that', async () => {
      expect(await reported(published.content_hash)).toEqual({ state: 'confirmed', compliance: 'confirmed' });
      const before = await drift();
      expect(before).toMatchObject({ state: 'in_sync' });
      const release = await staged(test, desk);
      for (let time = 0; time < 2; time += 1)
        expect(await reported(release.content_hash, 2)).toEqual({
          state: 'confirmed',
          compliance: 'confirmed',
        });
      expect(await drift()).toEqual(before);
      // Outbound calls do not use the staged version.
      const runtimes = test.app.get(PublishedRuntimes, { strict: false });
      const { version } = (await runtimes.of(systemContext(desk.tenant, 'a test'), desk.projectId))!;
      expect(version).toMatchObject({ versionNumber: 1, isDeployed: true, compliance: 'confirmed' });
      expect(await shown()).toMatchObject({
        runtime_id: 'runtime-1',
        runtime_reported_at: expect.any(String) as unknown,
      });
      // One for each report with a change.
      expect(await auditOf(test, desk, 'runtime_report.changed')).toHaveLength(2);
      await end(test, desk, 'finish', 2).expect(200);
      expect(await drift()).toMatchObject({ state: 'in_sync', observed_hash: release.content_hash });
    });

    // workspace 15.8, 7.5
    it('as another one than it is: failed', async () => {
      const release = await staged(test, desk);
      expect(await reported(release.content_hash, 1)).toMatchObject({ state: 'failed' });
    });

    // workspace 15.8
    it('without having confirmed the compliance of the published one', async () => {
      const release = await staged(test, desk);
      expect(await reported(release.content_hash)).toEqual({ state: 'confirmed', compliance: 'pending' });
    });

    // workspace 15.8, 7.5
    it('as yet to follow, once it is taken back', async () => {
      const release = await staged(test, desk);
      await end(test, desk, 'take-back', 2).expect(200);
      expect(await reported(release.content_hash)).toMatchObject({ state: 'pending' });
      expect(await drift()).toMatchObject({ state: 'drifted' });
      await save(test, desk, 'booking', booking(['2026-12-26']));
      expect(await reported(published.content_hash)).toMatchObject({ state: 'confirmed' });
    });
  });
});
