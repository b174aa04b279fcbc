import { randomUUID } from 'node:crypto';
import type { Test } from 'supertest';
import { expect } from 'vitest';
import type { KnowledgeBuildResponse } from '../../../src/features/knowledge/builds/builds.response.js';
import type { KnowledgeGapsResponse } from '../../../src/features/knowledge/gaps/gaps.response.js';
import type { KnowledgePreviewResponse } from '../../../src/features/knowledge/preview/preview.response.js';
import type { KnowledgeQueryResponse } from '../../../src/features/knowledge/runtime-query/runtime-query.response.js';
import { admitCredentialsOf, type TestApp } from '../../support/app.js';
import { eventually } from '../../support/eventually.js';
import type { ProjectFixture } from '../configuration/editing.js';
import { assistant, draftEtag, send, type Version } from '../releases/releasing.js';
import type { KnowledgeDesk } from './knowledge-fixture.js';

/** The builds of one project, as one person requests and publishes them. */
export class BuildDesk {
  constructor(
    readonly sources: KnowledgeDesk,
    readonly test: TestApp = sources.test,
  ) {}

  /** The same through another application. */
  on(test: TestApp): BuildDesk {
    return new BuildDesk(this.sources, test);
  }

  ask(method: 'get' | 'post', path: string): Test {
    const { projectId, tenant, headers } = this.sources;
    return this.test
      .request()
      [method](`/v1/projects/${projectId}/knowledge/${path}`)
      .query({ client_id: tenant.clientId })
      .set(headers);
  }

  request(key: string = randomUUID()): Test {
    return this.ask('post', 'builds').set('Idempotency-Key', key).send({});
  }

  async requested(): Promise<KnowledgeBuildResponse> {
    return (await this.request().expect(202)).body as KnowledgeBuildResponse;
  }

  async show(buildId: string): Promise<KnowledgeBuildResponse> {
    return (await this.ask('get', `builds/${buildId}`).expect(200)).body as KnowledgeBuildResponse;
  }

  cancel(buildId: string): Test {
    return this.ask('post', `builds/${buildId}/cancel`).send({});
  }

  async ended(buildId: string): Promise<KnowledgeBuildResponse> {
    return eventually(async () => {
      const build = await this.show(buildId);
      expect(build.ended_at_utc).not.toBeNull();
      return build;
    });
  }

  /** Requests a build, and waits until it is ready. */
  async built(): Promise<KnowledgeBuildResponse> {
    const { build_id: id } = await this.requested();
    const build = await this.ended(id);
    expect(build).toMatchObject({ state: 'ready', failures: [] });
    return build;
  }

  preview(query: string, more: object = {}): Test {
    return this.ask('post', 'preview').send({ query, top_k: 3, ...more });
  }

  async answer(query: string, more: object = {}): Promise<KnowledgePreviewResponse> {
    return (await this.preview(query, more).expect(200)).body as KnowledgePreviewResponse;
  }

  async gaps(): Promise<KnowledgeGapsResponse> {
    return (await this.ask('get', 'gaps').expect(200)).body as KnowledgeGapsResponse;
  }

  get workspace(): ProjectFixture {
    const { tenant, projectId, headers } = this.sources;
    return { tenant, projectId, admin: headers, adminId: '' };
  }

  async name(buildId: string): Promise<void> {
    const configuration = { ...assistant(), knowledge_build_id: buildId };
    const read = await send(this.test, this.workspace, 'get', 'assistant').expect(200);
    const ifMatch = read.get('ETag')!;
    await send(this.test, this.workspace, 'put', 'assistant', { body: { configuration }, ifMatch }).expect(
      200,
    );
  }

  /** Publishes a version that names the build. */
  async published(buildId: string): Promise<Version> {
    await this.name(buildId);
    const ifMatch = await draftEtag(this.test, this.workspace);
    const answer = await send(this.test, this.workspace, 'post', 'publish', { body: {}, ifMatch }).expect(
      200,
    );
    return answer.body as Version;
  }

  async rolledBack(versionNumber: number): Promise<Version> {
    const body = { version_number: versionNumber };
    return (await send(this.test, this.workspace, 'post', 'rollback', { body }).expect(200)).body as Version;
  }

  /** The key of one of the client's voice runtimes. */
  aRuntime(): Promise<string> {
    // The worker's key checks have replaced the application's.
    admitCredentialsOf(this.test);
    return this.test.world.aKey(this.sources.tenant, 'runtime-ingest');
  }

  query(key: string, versionNumber: number, query: string, more: object = {}): Test {
    return this.test
      .request()
      .post(`/internal/v1/projects/${this.sources.projectId}/knowledge/query`)
      .set('X-API-Key', key)
      .send({ version_number: versionNumber, query, top_k: 3, ...more });
  }

  async found(key: string, versionNumber: number, query: string): Promise<KnowledgeQueryResponse> {
    return (await this.query(key, versionNumber, query).expect(200)).body as KnowledgeQueryResponse;
  }
}
