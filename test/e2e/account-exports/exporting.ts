import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fromBufferPromise, type Entry } from 'yauzl';
import type { INestApplicationContext } from '@nestjs/common';
import type { Test } from 'supertest';
import { afterAll, beforeAll, expect } from 'vitest';
import type {
  AccountExportResponse,
  AccountExportsResponse,
} from '../../../src/features/account-exports/lookup/account-export.response.js';
import { admitCredentialsOf, startTestApp, type TestApp } from '../../support/app.js';
import type { TestTenant, TestUser } from '../../support/builders.js';
import { eventually } from '../../support/eventually.js';
import { perTest } from '../../support/frames.js';
import { TestClock } from '../../support/test-clock.js';
import { startWorker } from '../../support/worker.js';
import { bearer } from '../access/callers.js';
import { aCallerRequestFixture } from '../caller-requests/caller-request-fixture.js';
import { ErasurePlace } from '../caller-requests/erasure-place.js';

const PATH = '/v1/portal/account-exports';

interface ManifestFile {
  readonly name: string;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** The files of an export by name, each checked against the manifest. */
export class OpenedExport {
  constructor(private readonly files: ReadonlyMap<string, Buffer>) {}

  static async of(zip: Buffer): Promise<OpenedExport> {
    const archive = await fromBufferPromise(zip, { lazyEntries: true });
    const files = new Map<string, Buffer>();
    for await (const entry of archive.eachEntry() as AsyncIterable<Entry>)
      files.set(entry.fileName, await buffer(await archive.openReadStreamPromise(entry)));
    const opened = new OpenedExport(files);
    for (const { name, bytes, sha256 } of opened.manifest)
      expect([name, opened.digestOf(name)]).toEqual([name, { bytes, sha256 }]);
    return opened;
  }

  get manifest(): readonly ManifestFile[] {
    const { files } = JSON.parse(this.text('manifest.json')) as { files: ManifestFile[] };
    return files;
  }

  get counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.manifest.map(({ name, rows }) => [name.replace(/\.\w+$/, ''), rows]));
  }

  get everything(): string {
    return [...this.files.keys()].map((name) => this.text(name)).join('\n');
  }

  text(name: string): string {
    return this.files.get(name)?.toString() ?? '';
  }

  rows(name: string): Record<string, unknown>[] {
    return this.text(`${name}.ndjson`)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  private digestOf(name: string): { bytes: number; sha256: string } {
    const content = this.files.get(name) ?? Buffer.alloc(0);
    return { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
  }
}

/** Account exports of one tenant, requested by one of its people. */
export class ExportFixture {
  constructor(
    private readonly test: TestApp,
    readonly tenant: TestTenant,
    readonly admin: TestUser,
  ) {}

  as(admin: TestUser): ExportFixture {
    return new ExportFixture(this.test, this.tenant, admin);
  }

  ask(method: 'get' | 'post', path = '', test = this.test): Test {
    return test
      .request()
      [method](`${PATH}${path}`)
      .query({ client_id: this.tenant.clientId })
      .set(bearer(this.admin.token()));
  }

  start(body: object = {}, test = this.test): Test {
    return this.ask('post', '', test).send(body);
  }

  async started(body: object = {}): Promise<string> {
    return ((await this.start(body).expect(202)).body as AccountExportResponse).export_id;
  }

  async list(): Promise<AccountExportsResponse> {
    return (await this.ask('get').expect(200)).body as AccountExportsResponse;
  }

  async get(id: string): Promise<AccountExportResponse> {
    return (await this.ask('get', `/${id}`).expect(200)).body as AccountExportResponse;
  }

  ready(id: string): Promise<AccountExportResponse> {
    return eventually(async () => {
      const shown = await this.get(id);
      expect(shown).toMatchObject({ status: 'ready', failure_code: null });
      return shown;
    });
  }

  download(id: string): Test {
    return this.ask('get', `/${id}/download`)
      .buffer(true)
      .parse((response, done) => {
        void buffer(response as unknown as NodeJS.ReadableStream).then(
          (bytes) => void done(null, bytes),
          (error: Error) => void done(error, null),
        );
      });
  }

  async opened(id: string): Promise<OpenedExport> {
    return OpenedExport.of((await this.download(id).expect(200)).body as Buffer);
  }
}

/** Exports of one tenant, written by a worker into a folder of the test's own. */
export function useExports() {
  const folder = mkdtempSync(join(tmpdir(), 'account-exports-'));
  const clock = new TestClock();
  const apps = {} as { first: TestApp; test: TestApp; worker: INestApplicationContext };
  beforeAll(async () => {
    const settings = (base: TestApp['settings']) => ({
      ...base,
      features: { ...base.features, FILE_STORE: 'disk', FILES_DIR: folder },
    });
    apps.first = await startTestApp({ settings });
    apps.worker = await startWorker(apps.first);
    // Started after the worker, whose credential checks replace those of the earlier application.
    apps.test = await startTestApp({ settings, databases: apps.first.databases, clock });
  });
  afterAll(async () => {
    await apps.test.close();
    await apps.worker.close();
    await apps.first.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const desk = perTest(() => {
    admitCredentialsOf(apps.test);
    clock.set(new Date());
    return aCallerRequestFixture(apps.test);
  });
  const place = perTest(() => ErasurePlace.open(apps.test, desk));
  const exports = perTest(
    async () =>
      new ExportFixture(
        apps.test,
        desk.tenant,
        await apps.test.world.aUser(desk.tenant, { role: 'client_admin' }),
      ),
  );
  const stored = join(folder, 'account-exports');
  const filesOf = (id: string): string[] =>
    existsSync(stored) ? readdirSync(stored).filter((name) => name.startsWith(id)) : [];
  return { apps, clock, desk, place, exports, stored, filesOf };
}
