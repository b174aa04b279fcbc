import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../src/core/time/wall-clock.policy.js';
import { DeleteExportJob } from '../../../src/features/account-exports/writing/delete-export.job.js';
import { WriteExportJob } from '../../../src/features/account-exports/writing/write-export.job.js';
import type { NoticesResponse } from '../../../src/features/email-routing/bell/bell.response.js';
import { inStore, withClient } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { chance } from '../../support/random-calls.js';
import { bearer } from '../access/callers.js';
import { PERSON } from '../caller-requests/erasure-place.js';
import { useExports } from './exporting.js';

/** Whether a session is waiting for the table that a test has locked. */
const WAITS_FOR_BLOCKS = `
  SELECT EXISTS (SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()
                  WHERE l.relation = 'capacity_blocks'::regclass AND NOT l.granted) AS waits`;

describe('the file of an account export', () => {
  const { apps, clock, desk, place, exports, stored, filesOf } = useExports();

  const setExport = (id: string, values: string): Promise<unknown> =>
    apps.test.world.sql(`UPDATE account_exports SET ${values} WHERE export_id = $1`, [id]);
  /** Runs the jobs that the schedule would start. */
  const runDue = async (job: WriteExportJob | DeleteExportJob): Promise<void> => {
    for (const payload of await job.plan()) await job.handle(payload);
  };
  const storeUrl = (): string => apps.test.databases.superuser.storeUrls.get('store-a')!;
  const aLargeProject = (): Promise<unknown> =>
    apps.test.world.sql('UPDATE projects SET lifecycle_notes = $2 WHERE project_id = $1', [
      place.projectId,
      randomBytes(200_000).toString('base64'),
    ]);

  // account-exports 4.2, 4.3
  it('sends ranges, so that an interrupted download can continue', async () => {
    await aLargeProject();
    const id = await exports.started({ sections: ['projects'] });
    const { bytes, sha256 } = await exports.ready(id);
    const whole = await exports.download(id).expect(200);
    const content = whole.body as Buffer;
    expect(bytes).toBeGreaterThan(3 * 64 * 1024);
    expect(whole.headers).toMatchObject({
      'accept-ranges': 'bytes',
      etag: `"${sha256}"`,
      'content-type': 'application/zip',
    });
    const etag = `"${sha256}"`;
    for (const [from, to] of [
      [0, 0],
      [1, 65_535],
      [65_535, 65_536],
      [65_536, bytes! - 1],
      [bytes! - 1, bytes! - 1],
    ]) {
      const part = await exports
        .download(id)
        .set('Range', `bytes=${from}-${to}`)
        .set('If-Range', etag)
        .expect(206);
      expect((part.body as Buffer).equals(content.subarray(from, to! + 1))).toBe(true);
      expect(part.get('content-range')).toBe(`bytes ${from}-${to}/${bytes}`);
    }
    const tail = await exports.download(id).set('Range', 'bytes=-10').expect(206);
    expect((tail.body as Buffer).equals(content.subarray(-10))).toBe(true);
    const other = await exports.download(id).set('Range', 'bytes=5-').set('If-Range', '"other"').expect(200);
    expect((other.body as Buffer).length).toBe(bytes);
    const beyond = await exports.ask('get', `/${id}/download`).set('Range', `bytes=${bytes}-`).expect(416);
    expect(beyond.get('content-range')).toBe(`bytes */${bytes}`);
    // The whole file twice, and a range that starts with the first byte.
    expect(await exports.get(id)).toMatchObject({ downloads: 3 });
  });

  // account-exports 3.6, privacy 6.7
  it('hands out no piece that was changed, moved or cut off at rest', async () => {
    await aLargeProject();
    const id = await exports.started({ sections: ['projects'] });
    const { bytes } = await exports.ready(id);
    const path = join(stored, `${id}.1`);
    const whole = readFileSync(path);
    const piece = 64 * 1024 + 28;
    const ask = (range: string) => exports.ask('get', `/${id}/download`).set('Range', `bytes=${range}`);
    const changed = Buffer.from(whole);
    changed[piece + 100]! ^= 1;
    writeFileSync(path, changed);
    await ask('0-9').expect(206);
    await ask('65536-65545').expect(503);
    const [first, second] = [whole.subarray(0, piece), whole.subarray(piece, 2 * piece)];
    writeFileSync(path, Buffer.concat([second, first, whole.subarray(2 * piece)]));
    await ask('0-9').expect(503);
    writeFileSync(path, whole.subarray(0, -1));
    await ask(`${bytes! - 1}-`).expect(503);
    writeFileSync(path, whole.subarray(0, piece));
    await ask(`${bytes! - 1}-`).expect(503);
    rmSync(path);
    await ask('0-9').expect(503);
  });

  // account-exports 2.4
  it('is gone after 72 hours', async () => {
    const id = await exports.started({ sections: ['settings'] });
    const { ready_at_utc: at, expires_at_utc: until } = await exports.ready(id);
    expect(Date.parse(until!) - Date.parse(at!)).toBe(72 * HOUR_MS);
    const token = exports.admin.token();
    const atThatTime = (path: string) =>
      apps.test
        .request()
        .get(`/v1/portal/account-exports/${id}${path}`)
        .set('Authorization', `Bearer ${token}`);
    // A token is of today: the row's own time is moved, to a millisecond after this one and then to it.
    const expiresIn = (ms: number) =>
      apps.test.world.sql('UPDATE account_exports SET expires_at = $2 WHERE export_id = $1', [
        id,
        new Date(clock.now().getTime() + ms),
      ]);
    await expiresIn(1);
    await atThatTime('/download').expect(200);
    await expiresIn(0);
    expect((await atThatTime('').expect(200)).body).toMatchObject({ status: 'expired', downloads: 1 });
    expect((await atThatTime('/download').expect(409)).body).toMatchObject({ code: 'export_not_ready' });
    expect(filesOf(id)).toHaveLength(1);
    await runDue(apps.worker.get(DeleteExportJob));
    expect(filesOf(id)).toEqual([]);
    expect(await exports.get(id)).toMatchObject({ status: 'expired' });
    expect(await apps.worker.get(DeleteExportJob).plan()).toEqual([]);
  });

  // account-exports 2.5
  it('hands out nobody who was erased since', async () => {
    await apps.test.world.permitPii(desk.tenant, 'client_admin', 'raw_caller', 'summary', 'transcript');
    const taken = place.calls(30, chance(4));
    await place.takeIn(taken);
    const before = await exports.started({ sections: ['calls'] });
    await exports.ready(before);
    expect((await exports.opened(before)).everything).toContain(PERSON.name);
    await place.erased(await place.asked());
    expect(await exports.get(before)).toMatchObject({ status: 'expired' });
    await exports.download(before).expect(409);
    const after = await exports.started({ sections: ['calls', 'caller_requests', 'campaigns'] });
    await exports.ready(after);
    const opened = await exports.opened(after);
    const theirs = taken.filter((it) => it.caller_number === PERSON.number);
    const gone = new Set(theirs.map((it) => it.call_id));
    expect(gone.size).toBeGreaterThan(3);
    const rows = opened.rows('calls').filter((row) => gone.has(String(row['call_id'])));
    expect(rows).toHaveLength(gone.size);
    for (const row of rows)
      expect(row).toMatchObject({ caller_number: null, caller_name: null, summary: null, transcript: null });
    expect(JSON.stringify(rows)).not.toMatch(/491572221/);
  });

  // account-exports 2.5
  it('starts again when a caller is erased while it is written', async () => {
    await apps.test.world.permitPii(desk.tenant, 'client_admin', 'raw_caller', 'summary', 'transcript');
    await place.takeIn(place.calls(30, chance(6)));
    const request = await place.asked();
    const id = await withClient(storeUrl(), async (client) => {
      // Read after the calls; by then, the person exists in them.
      await client.query('BEGIN; LOCK TABLE capacity_blocks IN ACCESS EXCLUSIVE MODE');
      const started = await exports.started({ sections: ['calls', 'capacity'] });
      await eventually(async () => {
        const [row] = await inStore<{ waits: boolean }>(apps.test, WAITS_FOR_BLOCKS);
        expect(row).toEqual({ waits: true });
      });
      await place.erased(request);
      expect(await exports.get(started)).toMatchObject({ status: 'queued' });
      await client.query('COMMIT');
      return started;
    });
    await eventually(() => expect(filesOf(id)).toEqual([]));
    await setExport(id, `alive_at = now() - interval '61 seconds'`);
    await runDue(apps.worker.get(WriteExportJob));
    await exports.ready(id);
    expect(filesOf(id)).toEqual([`${id}.2`]);
    expect((await exports.opened(id)).everything).not.toContain(PERSON.number);
  });

  // account-exports 2.3
  it('says that there was no room for it', async () => {
    const id = await exports.started({ sections: ['capacity'] });
    await exports.ready(id);
    const unfinished = join(stored, '..', '.unfinished');
    rmSync(unfinished, { recursive: true });
    writeFileSync(unfinished, '');
    await setExport(id, `status = 'running', attempts = 7, alive_at = now() - interval '1 hour'`);
    await runDue(apps.worker.get(WriteExportJob));
    rmSync(unfinished);
    expect(await exports.get(id)).toMatchObject({ status: 'failed', failure_code: 'storage_unavailable' });
  });

  // account-exports 2.1, 2.2, 2.3
  it('is started again after a killed worker, and finished by the last attempt alone', async () => {
    await place.takeIn(place.calls(20, chance(5)));
    const id = await withClient(storeUrl(), async (client) => {
      await client.query('BEGIN; LOCK TABLE call_contents IN ACCESS EXCLUSIVE MODE');
      const started = await exports.started({ sections: ['calls', 'projects'] });
      await eventually(async () => expect(await exports.get(started)).toMatchObject({ status: 'running' }));
      // Its worker is silent for more than a minute, so another one takes over.
      await setExport(started, `alive_at = alive_at - interval '61 seconds'`);
      const second = runDue(apps.worker.get(WriteExportJob));
      await eventually(async () => {
        const [row] = await apps.test.world.sql('SELECT attempts FROM account_exports WHERE export_id = $1', [
          started,
        ]);
        expect(row).toEqual({ attempts: 2 });
      });
      await client.query('COMMIT');
      await second;
      return started;
    });
    const { progress } = await exports.ready(id);
    expect(progress).toMatchObject({ files_done: progress.files_total, rows: 21 });
    expect((await exports.opened(id)).counts).toMatchObject({ calls: 20, projects: 1 });
    // The file of the first attempt is deleted, whichever attempt ends first.
    await eventually(() => expect(filesOf(id)).toEqual([`${id}.2`]));
    // An export that no worker finishes fails and leaves no file behind.
    const lost = await exports.started({ sections: ['capacity'] });
    await exports.ready(lost);
    await setExport(lost, `status = 'running', attempts = 8, alive_at = now() - interval '1 hour'`);
    await runDue(apps.worker.get(WriteExportJob));
    expect(await exports.get(lost)).toMatchObject({ status: 'failed', failure_code: 'could_not_finish' });
    // account-exports 2.6
    const told = await apps.test
      .request()
      .get('/v1/portal/notices')
      .query({ client_id: desk.tenant.clientId })
      .set(bearer(exports.admin.token()))
      .expect(200);
    const { items } = told.body as NoticesResponse;
    const titles = items.filter(({ subject }) => subject === lost).map(({ title }) => title);
    expect(titles.sort()).toEqual(['Account export failed', 'Account export is ready']);
  });
});
