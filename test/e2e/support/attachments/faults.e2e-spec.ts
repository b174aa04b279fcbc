import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EICAR } from '../../../../src/core/scanner/eicar.js';
import type { ClamdMood } from '../../../support/fake-clamd.js';
import { atDepth, someOf } from '../../../support/depth.js';
import { inStore } from '../../../support/databases.js';
import { eventually } from '../../../support/eventually.js';
import { comeDue } from '../../../support/worker.js';
import { hostileFiles } from '../../../support/attachments/hostile-files.js';
import { useOwnTemporaryFolder } from '../../../support/temporary-folder.js';
import { png } from '../../../support/attachments/sound-files.js';
import { bodyOf, PART_BYTES, sha256, useAttachments } from './attachments-fixture.js';

const MOODS: readonly ClamdMood[] = ['slams', 'dies', 'hurries', 'garbles', 'trusts', 'accuses'];
const DAY_MS = 86_400_000;
const TEXT = Buffer.from('A text that is a little longer than the files of a proof, which are short.');

const MINUTE_MS = 60_000;
const STARTS_IN_A_MINUTE = 12;
const DOWNLOADS_IN_A_MINUTE = 30;

const { apps, clock, clamd, desk, partsOf, storedBytes } = useAttachments();

/** The largest file that this process may write. */
const limitFiles = (most: number | 'unlimited'): unknown =>
  execFileSync('prlimit', [`--pid=${process.pid}`, `--fsize=${most}:`]);

useOwnTemporaryFolder();
/** All files in the temporary folder; the uploads lie elsewhere. */
const temporaryFiles = (): string[] =>
  readdirSync(tmpdir(), { recursive: true, encoding: 'utf8' })
    .map((name) => join(tmpdir(), name))
    .filter((path) => statSync(path).isFile());

const dueAgain = (kind: string) => comeDue(apps.test, `support.${kind}`);

describe('a scanner', () => {
  // support-attachments 1.3, 5.3; operations 10.2, 10.3
  it.each(atDepth({ ordinary: someOf(MOODS, 3, 0), full: MOODS }))(
    'that %s makes no file clean, and the file is scanned once it is back',
    async (mood: ClamdMood) => {
      const early = await desk.started('early.txt', TEXT);
      await desk.put(early, 1, TEXT).expect(200);
      clamd.mood = mood;
      await desk.finalise(early).expect(200);
      await eventually(async () => {
        await dueAgain('scan_attachment');
        const [waits] = await inStore<{ waits: boolean }>(
          apps.test,
          `SELECT count(*) > 0 AS waits FROM work_items WHERE kind = 'support.scan_attachment' AND ready_at > now()`,
        );
        expect(waits?.waits).toBe(true);
      });
      expect((await desk.status(early)).state).not.toBe('clean');
      await desk.download(early).expect(409);
      clamd.mood = 'honest';
      await eventually(async () => {
        await dueAgain('scan_attachment');
        expect(await desk.status(early)).toMatchObject({ state: 'clean' });
      });
      await desk.download(early).expect(200);
    },
  );

  // support-attachments 1.3
  it('that is away is told by readiness, and no upload starts', async () => {
    const readiness = () => bodyOf(desk.ask('get', 'attachments/readiness').expect(200));
    expect(await readiness()).toMatchObject({ state: 'ready' });
    clamd.mood = 'slams';
    clock.advance(10_000);
    expect(await readiness()).toMatchObject({ state: 'unavailable' });
    const refused = await desk.start('a.png', png()).expect(503);
    expect(refused.headers['retry-after']).toBe('30');
    expect(refused.body).toEqual({
      error: expect.stringMatching(/^Files are not accepted now/) as string,
      status_code: 503,
    });
    clamd.mood = 'honest';
    clock.advance(2_000);
    expect(await readiness()).toMatchObject({ state: 'ready' });
  });

  // support-attachments 6.3
  it('scans a file again before a download when the last scan is more than 3 days old', async () => {
    const clean = await desk.clean('clean.txt', TEXT);
    const bad = await desk.clean('bad.txt', TEXT);
    const age = (id: string, ms: number) =>
      inStore(apps.test, `UPDATE support_attachments SET scanned_at = $2 WHERE attachment_id = $1::uuid`, [
        id,
        new Date(clock.now().getTime() - ms),
      ]);
    await age(clean, 3 * DAY_MS);
    const { scanned } = clamd;
    await desk.download(clean).expect(200);
    expect(clamd.scanned).toBe(scanned);
    await age(clean, 3 * DAY_MS + 1);
    await desk.download(clean).expect(200);
    expect(clamd.scanned).toBe(scanned + 1);
    await desk.download(clean).expect(200);
    expect(clamd.scanned).toBe(scanned + 1);
    await age(clean, 3 * DAY_MS + 1);
    clamd.mood = 'slams';
    await desk.download(clean).expect(503);
    // The scanner knows more malware by now.
    clamd.mood = 'accuses';
    clamd.isOnlyForFiles = true;
    await age(bad, 3 * DAY_MS + 1);
    const refused = await desk.download(bad).expect(409);
    expect(refused.body).toBeInstanceOf(Buffer);
    expect(await desk.status(bad)).toMatchObject({ state: 'infected', finding: 'Everything.Is.Bad' });
    await eventually(() => Promise.resolve(expect(partsOf(bad)).toEqual([])));
  });

  // support-attachments 6.3
  it('that calls a file clean does not send it if its content is refused now', async () => {
    const id = await desk.clean('text.txt', TEXT);
    await inStore(
      apps.test,
      `UPDATE support_attachments SET scanned_at = scanned_at - interval '4 days', kind = 'png'
        WHERE attachment_id = $1::uuid`,
      [id],
    );
    await desk.download(id).expect(409);
  });
});

describe('a file', () => {
  // support-attachments 3.4
  it('is stored without a hash from which a short text could be guessed', async () => {
    const id = await desk.clean('number.txt', Buffer.from('+61491570006'));
    const rows = await inStore<{ row: string }>(
      apps.test,
      `SELECT to_jsonb(a)::text AS row FROM support_attachments a WHERE a.attachment_id = $1::uuid`,
      [id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]!.row).not.toContain(sha256(Buffer.from('+61491570006')));
  });

  // support-attachments 5.3, 5.4
  it('whose session has expired has failed', async () => {
    const id = await desk.started('slow.txt', TEXT);
    await desk.put(id, 1, TEXT).expect(200);
    await inStore(
      apps.test,
      `UPDATE support_attachments SET expires_at = $2 WHERE attachment_id = $1::uuid`,
      [id, clock.now()],
    );
    expect((await desk.put(id, 1, TEXT)).status).toBe(409);
    await desk.finalise(id).expect(409);
    await dueAgain('settle_attachment');
    expect(await desk.becomes(id, 'failed')).toMatchObject({ reason: 'session_expired', parts_received: [] });
    await eventually(() => Promise.resolve(expect(partsOf(id)).toEqual([])));
    await desk.finalise(id).expect(409);
  });

  // support-attachments 5.3
  it('without a verdict for a day has failed', async () => {
    const id = await desk.started('waiting.txt', TEXT);
    await desk.put(id, 1, TEXT).expect(200);
    clamd.mood = 'slams';
    await desk.finalise(id).expect(200);
    await inStore(
      apps.test,
      `UPDATE support_attachments SET finalised_at = finalised_at - interval '1 day' WHERE attachment_id = $1::uuid`,
      [id],
    );
    await dueAgain('settle_attachment');
    expect(await desk.becomes(id, 'failed')).toMatchObject({ reason: 'no_verdict' });
    clamd.mood = 'honest';
    await eventually(async () => {
      await dueAgain('scan_attachment');
      expect(partsOf(id)).toEqual([]);
    });
    expect(await desk.status(id)).toMatchObject({ state: 'failed' });
  });

  // support-attachments 5.3
  it('whose parts were lost or changed in the store has failed, and none of it is sent', async () => {
    const lost = await desk.clean('lost.txt', TEXT);
    await inStore(
      apps.test,
      `UPDATE support_attachment_parts SET object_name = object_name || 'x' WHERE attachment_id = $1::uuid`,
      [lost],
    );
    await desk.download(lost).expect(503);
    const early = await desk.started('early.txt', TEXT);
    await desk.put(early, 1, TEXT).expect(200);
    clamd.mood = 'slams';
    await desk.finalise(early).expect(200);
    // By then the worker has read where the parts are, and looks again once the scanner is back.
    await eventually(async () => {
      const waiting = await inStore(
        apps.test,
        `SELECT 1 FROM work_items WHERE kind = 'support.scan_attachment' AND payload ->> 'attachmentId' = $1
            AND attempts = 0 AND lease_token IS NULL AND ready_at > now()`,
        [early],
      );
      expect(waiting).toHaveLength(1);
    });
    await inStore(
      apps.test,
      `UPDATE support_attachment_parts SET object_name = object_name || 'x' WHERE attachment_id = $1::uuid`,
      [early],
    );
    clamd.mood = 'honest';
    await eventually(async () => {
      // A scan that is being retried is not due.
      await dueAgain('scan_attachment');
      expect(await desk.status(early)).toMatchObject({ state: 'failed', reason: 'content_lost' });
    });
  });

  // support-attachments 5.1
  it('that is deleted while it waits is never scanned', async () => {
    const id = await desk.started('gone.txt', Buffer.from(`${EICAR} and more`));
    await desk.put(id, 1, Buffer.from(`${EICAR} and more`)).expect(200);
    clamd.mood = 'slams';
    await desk.finalise(id).expect(200);
    await desk.of('delete', `/${id}`).send({}).expect(200);
    clamd.mood = 'honest';
    await eventually(async () => {
      await dueAgain('scan_attachment');
      expect(partsOf(id)).toEqual([]);
    });
    expect(await desk.status(id)).toMatchObject({ state: 'deleted', finding: null });
  });

  // support-attachments 3.3; operations 7.3
  it('for which the disk is full is 503, leaves nothing, and arrives once there is room', async () => {
    const part = randomBytes(PART_BYTES);
    const id = await desk.started('large.txt', Buffer.concat([part, TEXT]));
    limitFiles(1024 * 1024);
    try {
      await desk.put(id, 1, part).expect(503);
    } finally {
      limitFiles('unlimited');
    }
    expect(partsOf(id)).toEqual([]);
    expect(await desk.status(id)).toMatchObject({ state: 'session_open', parts_received: [] });
    await desk.put(id, 1, part).expect(200);
    expect(partsOf(id)).toHaveLength(1);
  });
});

// support-attachments 4.3, 5.2, 5.4, 6.1
describe('a hostile file', () => {
  it('is refused for its reason, is never sent, and leaves nothing', async () => {
    const all = await hostileFiles();
    expect(all.length).toBeGreaterThanOrEqual(50);
    // The unit test of the inspection tries each of them.
    const files = atDepth({ ordinary: someOf(all, 5, 0), full: all });
    const uploaded: { readonly id: string; readonly name: string; readonly refusal: string }[] = [];
    for (const [index, { name, content, refusal }] of files.entries()) {
      if (index % STARTS_IN_A_MINUTE === 0) clock.advance(MINUTE_MS);
      const id = await desk.uploaded(name, await content());
      await desk.download(id).expect(409);
      uploaded.push({ id, name, refusal });
    }
    const shown = await eventually(async () => {
      const list = await desk.list();
      expect(list.filter(({ state }) => ['uploaded', 'scanning'].includes(state))).toEqual([]);
      return new Map(list.map((it) => [it.attachment_id, it]));
    });
    expect(uploaded.map(({ id, name }) => [name, shown.get(id)?.state, shown.get(id)?.reason])).toEqual(
      uploaded.map(({ name, refusal }) => [name, 'refused', refusal]),
    );
    for (const [index, { id }] of uploaded.entries()) {
      if (index % DOWNLOADS_IN_A_MINUTE === 0) clock.advance(MINUTE_MS);
      await desk.download(id).expect(409);
    }
    await eventually(() => Promise.resolve(expect(uploaded.flatMap(({ id }) => partsOf(id))).toEqual([])));
  });

  it('with malware is infected, and nothing of it is left in the store, a log or a temporary folder', async () => {
    const filler = Buffer.alloc(PART_BYTES - 30, 'a');
    const files: readonly (readonly [string, Buffer])[] = [
      ['eicar.txt', Buffer.from(EICAR)],
      ['eicar.csv', Buffer.from(`a,b\n${EICAR}\n`)],
      ['eicar.png', png(Buffer.from(EICAR))],
      // Malware takes precedence over a refusal.
      ['eicar.pdf', Buffer.from(EICAR)],
      // The signature spans two parts.
      ['eicar.log', Buffer.concat([filler, Buffer.from(`\n${EICAR}\n`)])],
    ];
    for (const [name, content] of files) {
      const id = await desk.uploaded(name, content);
      await desk.download(id).expect(409);
      const status = await desk.becomes(id, 'infected');
      expect(status).toMatchObject({ reason: null, finding: 'Eicar-Signature', scanned_at_utc: null });
      await desk.download(id).expect(409);
      await desk.of('delete', `/${id}`).send({}).expect(409);
      await desk.finalise(id).expect(200);
      await eventually(() => Promise.resolve(expect(partsOf(id)).toEqual([])));
    }
    expect((await desk.list()).map(({ file_name: name }) => name).toSorted()).toEqual(
      files.map(([name]) => name).toSorted(),
    );
    for (const content of [storedBytes(), ...temporaryFiles().map((path) => readFileSync(path))])
      expect(content.includes(EICAR)).toBe(false);
    expect(apps.test.logs()).not.toContain(EICAR);
  });
});
