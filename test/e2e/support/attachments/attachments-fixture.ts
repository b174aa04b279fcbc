import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { INestApplicationContext } from '@nestjs/common';
import type { Test } from 'supertest';
import { afterAll, beforeAll, expect } from 'vitest';
import type {
  AttachmentResponse,
  AttachmentScanStatusResponse,
} from '../../../../src/features/support/attachments/lookup/attachment.response.js';
import type { AttachmentSessionResponse } from '../../../../src/features/support/attachments/sessions/sessions.response.js';
import { admitCredentialsOf, startTestApp, type TestApp } from '../../../support/app.js';
import type { TestTenant, TestUser } from '../../../support/builders.js';
import { eventually } from '../../../support/eventually.js';
import { FakeClamd } from '../../../support/fake-clamd.js';
import { perTest } from '../../../support/frames.js';
import { TestClock } from '../../../support/test-clock.js';
import { startWorker } from '../../../support/worker.js';
import { bearer } from '../../access/callers.js';

export const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

export const bodyOf = async (asked: Test): Promise<unknown> => (await asked).body as unknown;

export const PART_BYTES = 5 * 1024 * 1024;

/** Uploads and downloads by one person on one ticket. */
export class AttachmentDesk {
  constructor(
    readonly test: TestApp,
    readonly tenant: TestTenant,
    readonly person: TestUser,
    readonly ticketId: string,
  ) {}

  as(person: TestUser): AttachmentDesk {
    return new AttachmentDesk(this.test, this.tenant, person, this.ticketId);
  }

  on(test: TestApp): AttachmentDesk {
    return new AttachmentDesk(test, this.tenant, this.person, this.ticketId);
  }

  ask(method: 'get' | 'post' | 'put' | 'delete', path: string): Test {
    return this.test
      .request()
      [method](`/v1/support/${path}`)
      .query({ client_id: this.tenant.clientId })
      .set(bearer(this.person.token()));
  }

  of(method: 'get' | 'post' | 'put' | 'delete', path = ''): Test {
    return this.ask(method, `tickets/${this.ticketId}/attachments${path}`);
  }

  start(name: string, content: Buffer, more: object = {}): Test {
    return this.of('post', '/sessions').send({
      file_name: name,
      bytes: content.length,
      sha256: sha256(content),
      ...more,
    });
  }

  async started(name: string, content: Buffer, more: object = {}): Promise<string> {
    const body = await bodyOf(this.start(name, content, more).expect(201));
    return (body as AttachmentSessionResponse).attachment_id;
  }

  put(id: string, n: number | string, content: Buffer): Test {
    return this.of('put', `/${id}/parts/${n}`).set('content-type', 'application/octet-stream').send(content);
  }

  async putAll(id: string, content: Buffer): Promise<void> {
    for (let at = 0; at < content.length; at += PART_BYTES)
      await this.put(id, at / PART_BYTES + 1, content.subarray(at, at + PART_BYTES)).expect(200);
  }

  finalise(id: string): Test {
    return this.of('post', `/${id}/finalise`).send({});
  }

  /** @returns the id of the file, once it is finalised */
  async uploaded(name: string, content: Buffer, more: object = {}): Promise<string> {
    const id = await this.started(name, content, more);
    await this.putAll(id, content);
    await this.finalise(id).expect(200);
    return id;
  }

  async status(id: string): Promise<AttachmentScanStatusResponse> {
    return (await this.of('get', `/${id}/scan-status`).expect(200)).body as AttachmentScanStatusResponse;
  }

  async list(): Promise<readonly AttachmentResponse[]> {
    const body = await bodyOf(this.of('get').expect(200));
    return (body as { items: AttachmentResponse[] }).items;
  }

  /** Waits until a file is in this state. */
  becomes(id: string, state: string): Promise<AttachmentScanStatusResponse> {
    return eventually(async () => {
      const status = await this.status(id);
      expect(status.state).toBe(state);
      return status;
    });
  }

  async clean(name: string, content: Buffer, more: object = {}): Promise<string> {
    const id = await this.uploaded(name, content, more);
    await this.becomes(id, 'clean');
    return id;
  }

  download(id: string): Test {
    return this.of('get', `/${id}/download`)
      .buffer(true)
      .parse((response, done) => {
        void buffer(response as unknown as NodeJS.ReadableStream).then(
          (bytes) => void done(null, bytes),
          (error: Error) => void done(error, null),
        );
      });
  }
}

export async function aTicket(test: TestApp, tenant: TestTenant, person: TestUser): Promise<string> {
  const body = await bodyOf(
    test
      .request()
      .post('/v1/support/tickets')
      .query({ client_id: tenant.clientId })
      .set(bearer(person.token()))
      .set('Idempotency-Key', randomUUID())
      .send({
        subject: 'A ticket with files',
        text: 'They are below.',
        category: 'incident',
        priority: 'normal',
      })
      .expect(201),
  );
  return (body as { ticket_id: string }).ticket_id;
}

/** Applications, a worker and a scanner; the files lie in a folder of the test's own. */
export function useAttachments(
  options: {
    readonly withWorker?: boolean;
    readonly withSecond?: boolean;
    /** Settings of another file store, read once everything has started. */
    readonly files?: () => object;
  } = {},
) {
  const { withWorker = true, withSecond = false, files = () => ({}) } = options;
  const folder = mkdtempSync(join(tmpdir(), 'attachments-'));
  const clock = new TestClock();
  const clamd = new FakeClamd();
  const apps = {} as {
    second: TestApp;
    test: TestApp;
    worker: INestApplicationContext | null;
  };
  beforeAll(async () => {
    await clamd.listen();
    const address = { host: '127.0.0.1', port: clamd.port };
    const settings = (base: TestApp['settings']) => ({
      ...base,
      features: {
        ...base.features,
        FILE_STORE: 'disk',
        FILES_DIR: folder,
        SCANNER: 'clamd',
        CLAMD_ADDRESS: address,
        ...files(),
      },
    });
    apps.test = await startTestApp({ settings, clock });
    // Its credential checks replace those of the application until the next test begins.
    apps.worker = withWorker ? await startWorker(apps.test) : null;
    apps.second = withSecond
      ? await startTestApp({ settings, databases: apps.test.databases, clock })
      : apps.test;
  });
  afterAll(async () => {
    if (withSecond) await apps.second.close();
    await apps.worker?.close();
    await apps.test.close();
    await clamd.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const people = perTest(async () => {
    admitCredentialsOf(apps.test);
    clock.set(new Date());
    clamd.mood = 'honest';
    clamd.isOnlyForFiles = false;
    const { world } = apps.test;
    const tenant = await world.aTenant();
    const [admin, staff, operator] = await Promise.all([
      world.aUser(tenant, { role: 'client_admin' }),
      world.aUser(tenant, { role: 'client_staff' }),
      world.aUser(tenant, { role: 'service_operator' }),
    ]);
    return { tenant, admin, staff, operator };
  });
  const desk = perTest(async () => {
    const { tenant, admin } = people;
    return new AttachmentDesk(apps.test, tenant, admin, await aTicket(apps.test, tenant, admin));
  });
  const stored = join(folder, 'support-attachments');
  const partsOf = (id: string): string[] =>
    existsSync(join(stored, id)) ? readdirSync(join(stored, id)).toSorted() : [];
  /** Everything in the file store, including unfinished files. */
  const storedBytes = (): Buffer =>
    Buffer.concat(
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .map((name) => join(folder, name))
        .filter((path) => statSync(path).isFile())
        .map((path) => readFileSync(path)),
    );
  return { apps, clock, clamd, people, desk, partsOf, storedBytes };
}
