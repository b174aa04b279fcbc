import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EICAR } from '../../../src/core/scanner/eicar.js';
import { startTestApp, workerSettings, type TestApp } from '../../support/app.js';
import { png } from '../../support/attachments/sound-files.js';
import { environmentOf, useBuiltService, type BuiltProcess } from '../../support/built-process.js';
import { inStore } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { FakeClamd } from '../../support/fake-clamd.js';
import { chance } from '../../support/random-calls.js';
import { comeDue } from '../../support/worker.js';
import { aTicket, AttachmentDesk } from '../support/attachments/attachments-fixture.js';

const KILLS = 12;
const MIB = 1024 * 1024;

const folder = mkdtempSync(join(tmpdir(), 'attachment-kills-'));
const clamd = new FakeClamd();
const apps = {} as { test: TestApp };
const service = useBuiltService();
const files = { FILE_STORE: 'disk', FILES_DIR: folder, SCANNER: 'clamd' };

beforeAll(async () => {
  await clamd.listen();
  apps.test = await startTestApp({
    settings: (base) => ({
      ...base,
      features: { ...base.features, ...files, CLAMD_ADDRESS: { host: '127.0.0.1', port: clamd.port } },
    }),
  });
});
afterAll(async () => {
  await apps.test.close();
  await clamd.close();
  rmSync(folder, { recursive: true, force: true });
});

// support-attachments 5.1, 5.2, 5.4
it(`ends every file in one state, after worker and scanner were killed ${KILLS} times`, async () => {
  const { test } = apps;
  const random = chance(61);
  const tenant = await test.world.aTenant();
  const person = await test.world.aUser(tenant, { role: 'client_admin' });
  const desk = new AttachmentDesk(test, tenant, person, await aTicket(test, tenant, person));
  const startWorker = (): BuiltProcess =>
    service.start(
      'worker',
      environmentOf(workerSettings(test), { ...files, CLAMD_ADDRESS: `tcp://127.0.0.1:${clamd.port}` }),
    );
  const text = (bytes: number): Buffer =>
    Buffer.from(randomBytes(bytes).toString('base64')).subarray(0, bytes);
  const wanted = new Map<string, string>();
  const upload = async (name: string, content: Buffer, state: string): Promise<void> => {
    wanted.set(await desk.uploaded(name, content), state);
  };
  for (let count = 0; count < 3; count += 1) {
    await upload(`clean-${count}.txt`, text(20 * MIB), 'clean');
    await upload(`bad-${count}.txt`, Buffer.concat([text(9 * MIB), Buffer.from(EICAR)]), 'infected');
    await upload(`other-${count}.pdf`, png(randomBytes(6 * MIB)), 'refused');
  }
  const states = async (): Promise<(readonly [string, string])[]> => {
    const rows = await inStore<{ attachment_id: string; state: string }>(
      test,
      'SELECT attachment_id, state FROM support_attachments ORDER BY attachment_id',
    );
    return rows.map(({ attachment_id: id, state }) => [id, state] as const);
  };
  /** Waits until the scanner has received this many more bytes, or is idle. */
  const moreScanned = async (bytes: number): Promise<void> => {
    const target = clamd.received + bytes;
    await eventually(async () => {
      await comeDue(test, 'support.scan_attachment');
      const isBusy = (await states()).some(([, state]) => state === 'uploaded' || state === 'scanning');
      if (isBusy) expect(clamd.received).toBeGreaterThan(target);
    });
  };
  let worker = startWorker();
  for (let kills = 0; kills < KILLS; kills += 1) {
    await moreScanned(Math.floor(random() * 12 * MIB));
    if (kills % 3 === 2) {
      // The scanner dies during the next file, and is back for the one after it.
      clamd.mood = 'dies';
      await moreScanned(1);
      clamd.mood = 'honest';
    } else {
      await worker.crash();
      worker = startWorker();
    }
    // The leases of a killed worker expire.
    await inStore(
      test,
      `UPDATE work_items SET ready_at = now(), attempts = 0 WHERE kind LIKE 'support.%attachment' AND lease_token IS NOT NULL`,
    );
  }
  await eventually(async () => {
    await comeDue(test, 'support.scan_attachment');
    expect(await states()).toEqual([...wanted].toSorted());
  });
  const gone = [...wanted].filter(([, state]) => state !== 'clean').map(([id]) => id);
  await eventually(async () => {
    await comeDue(test, 'support.clear_attachment');
    const left = gone.flatMap((id) => {
      const place = join(folder, 'support-attachments', id);
      return existsSync(place) ? readdirSync(place) : [];
    });
    expect(left).toEqual([]);
  });
  await worker.crash();
  for (const [id, state] of wanted) await desk.download(id).expect(state === 'clean' ? 200 : 409);
  const scans = await test.world.sql<{ id: string; count: number }>(
    `SELECT metadata->>'attachment_id' AS id, count(*)::integer AS count FROM audit_events
      WHERE action = 'support_attachment.scanned' AND metadata->>'result' <> 'clean' GROUP BY 1`,
  );
  // A final verdict on a file is recorded once.
  expect(scans.filter(({ count }) => count !== 1)).toEqual([]);
});
