import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'supertest';
import { afterAll, expect } from 'vitest';
import type { Notice } from '../../../src/features/email-routing/bell/bell.response.js';
import type { KnowledgeSource } from '../../../src/features/knowledge/lookup/source.response.js';
import { startTestApp, type TestApp } from '../../support/app.js';
import type { TestTenant, TestUser } from '../../support/builders.js';
import { eventually } from '../../support/eventually.js';
import { perSuite, perTest } from '../../support/frames.js';
import { startWorker } from '../../support/worker.js';
import { bearer } from '../access/callers.js';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The sources of one project, as one person changes them. */
export class KnowledgeDesk {
  constructor(
    readonly test: TestApp,
    readonly tenant: TestTenant,
    readonly projectId: string,
    readonly headers: Readonly<Record<string, string>>,
  ) {}

  as(headers: Readonly<Record<string, string>>): KnowledgeDesk {
    return new KnowledgeDesk(this.test, this.tenant, this.projectId, headers);
  }

  ask(method: Method, path = ''): Test {
    return this.test
      .request()
      [method](`/v1/projects/${this.projectId}/knowledge/sources${path}`)
      .query({ client_id: this.tenant.clientId })
      .set(this.headers);
  }

  create(body: object, key: string = randomUUID()): Test {
    return this.ask('post')
      .set('Idempotency-Key', key)
      .send({ title: 'Prices', language: 'en', ...body });
  }

  async created(body: object = { kind: 'file' }): Promise<KnowledgeSource> {
    return (await this.create(body).expect(201)).body as KnowledgeSource;
  }

  put(id: string, content: string | Buffer): Test {
    return this.ask('put', `/${id}/content`)
      .set('content-type', 'application/octet-stream')
      .send(Buffer.from(content));
  }

  text(id: string): Test {
    return this.ask('get', `/${id}/content`);
  }

  async show(id: string): Promise<KnowledgeSource> {
    return (await this.ask('get', `/${id}`).expect(200)).body as KnowledgeSource;
  }

  async list(): Promise<readonly KnowledgeSource[]> {
    return ((await this.ask('get').expect(200)).body as { items: KnowledgeSource[] }).items;
  }

  change({ source_id: id, etag }: Pick<KnowledgeSource, 'source_id' | 'etag'>, body: object): Test {
    return this.ask('patch', `/${id}`).set('If-Match', `"${etag}"`).send(body);
  }

  remove({ source_id: id, etag }: Pick<KnowledgeSource, 'source_id' | 'etag'>): Test {
    return this.ask('delete', `/${id}`).set('If-Match', `"${etag}"`).send({});
  }

  /** The notices about knowledge at the bell. */
  async notices(): Promise<readonly Notice[]> {
    const query = { client_id: this.tenant.clientId };
    const answer = await this.test
      .request()
      .get('/v1/portal/notices')
      .query(query)
      .set(this.headers)
      .expect(200);
    const { items } = answer.body as { items: Notice[] };
    return items.filter(({ kind }) => kind.startsWith('knowledge_'));
  }

  /** Waits until the source has been processed. */
  async settled(id: string): Promise<KnowledgeSource> {
    return eventually(async () => {
      const source = await this.show(id);
      expect(source.status).not.toBe('pending');
      return source;
    });
  }

  /** Uploads a file, and waits until it has been processed. */
  async uploaded(content: string | Buffer): Promise<KnowledgeSource> {
    const { source_id: id } = await this.created();
    await this.put(id, content).expect(200);
    return this.settled(id);
  }
}

/** A site on this machine, whose answers tests replace. */
class Site {
  answer: (response: ServerResponse, request: IncomingMessage) => void = (response) => response.end();
  readonly asked: string[] = [];

  private constructor(private readonly server: Server) {
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      this.asked.push(request.url ?? '');
      this.answer(response, request);
    });
  }

  static async open(): Promise<Site> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Site(server);
  }

  /** Answers every request with a page. */
  shows(html: string, headers: Readonly<Record<string, string>> = {}): void {
    this.answer = (response) =>
      response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(html);
  }

  address(path = '/'): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${path}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

export const aPage = (title: string, text: string): string =>
  `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1><p>${text}</p></body></html>`;

interface Place {
  readonly tenant: TestTenant;
  readonly projectId: string;
  readonly admin: TestUser;
}

async function aPlace({ world }: TestApp): Promise<Place> {
  const tenant = await world.aTenant();
  const projectId = await world.aProject(tenant);
  return { tenant, projectId, admin: await world.aUser(tenant, { role: 'partner_admin' }) };
}

const deskAt = (test: TestApp, { tenant, projectId, admin }: Place): KnowledgeDesk =>
  new KnowledgeDesk(test, tenant, projectId, bearer(admin.token()));

/** A desk in a new project, which tests may share. */
export const aDesk = async (test: TestApp): Promise<KnowledgeDesk> => deskAt(test, await aPlace(test));

/** An application with a worker, a site and a project; files are in a folder of the test's own. */
export function useKnowledge({ withWorker = true } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'knowledge-'));
  const settings = (base: TestApp['settings']) => ({
    ...base,
    // Pages are on this machine.
    outbound: { ...base.outbound, allowLoopback: true },
    features: { ...base.features, FILE_STORE: 'disk', FILES_DIR: folder },
  });
  const test = perSuite(
    () => startTestApp({ settings }),
    (app) => app.close(),
  );
  if (withWorker)
    perSuite(
      () => startWorker(test),
      (worker) => worker.close(),
    );
  const site = perSuite(
    () => Site.open(),
    (it) => it.close(),
  );
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const place = perTest(() => aPlace(test));
  const desk = perTest(() => Promise.resolve(deskAt(test, place)));
  const uploadsOf = (id: string): string[] => {
    const stored = join(folder, 'knowledge', id);
    return existsSync(stored) ? readdirSync(stored) : [];
  };
  /** Everything in the file store. */
  const storedBytes = (): Buffer =>
    Buffer.concat(
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .map((name) => join(folder, name))
        .filter((path) => statSync(path).isFile())
        .map((path) => readFileSync(path)),
    );
  return { test, site, place, desk, uploadsOf, storedBytes };
}
