import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { inStore } from '../../../support/databases.js';
import { eventually } from '../../../support/eventually.js';
import { FakeS3 } from '../../../support/fake-s3.js';
import { comeDue } from '../../../support/worker.js';
import { PART_BYTES, sha256, useAttachments } from './attachments-fixture.js';

const TEXT = Buffer.from(randomBytes(PART_BYTES).toString('base64')).subarray(0, PART_BYTES + 1_000);
const CREDENTIALS = { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };

// support-attachments 3.3, 5.3, 5.4; operations 7.3
describe('files of tickets in S3', () => {
  let s3: FakeS3;
  beforeAll(async () => {
    for (const [name, value] of Object.entries(CREDENTIALS)) vi.stubEnv(name, value);
    s3 = await FakeS3.start();
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await s3.close();
  });
  const { apps, desk } = useAttachments({ files: () => s3.settings });

  it('are sent, scanned, downloaded and deleted, with 503 and nothing lost while it answers 503', async () => {
    const id = await desk.started('large.txt', TEXT);
    await desk.put(id, 1, TEXT.subarray(0, PART_BYTES)).expect(200);
    s3.isDown = true;
    await desk.put(id, 2, TEXT.subarray(PART_BYTES)).expect(503);
    expect(await desk.status(id)).toMatchObject({ parts_received: [1] });
    await desk.of('post', `/${id}/finalise`).send({}).expect(409);
    s3.isDown = false;
    await desk.put(id, 2, TEXT.subarray(PART_BYTES)).expect(200);
    await desk.finalise(id).expect(200);
    await desk.becomes(id, 'clean');
    s3.isDown = true;
    await desk.download(id).expect(503);
    expect((await desk.list())[0]).toMatchObject({ state: 'clean', downloads: 0 });
    s3.isDown = false;
    expect(sha256((await desk.download(id).expect(200)).body as Buffer)).toBe(sha256(TEXT));
    s3.isDown = true;
    await desk.of('delete', `/${id}`).send({}).expect(200);
    s3.isDown = false;
    await eventually(async () => {
      await comeDue(apps.test, 'support.clear_attachment');
      expect(
        await inStore(apps.test, `SELECT 1 FROM work_items WHERE kind = 'support.clear_attachment'`),
      ).toEqual([]);
    });
  });
});
