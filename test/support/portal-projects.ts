import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { PortalPages } from './portal-pages.js';

/** A draft as it would be published. */
export interface Configurations {
  readonly etag: string | null;
  readonly configurations: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const ifMatch = (etag: string | null): Record<string, string> =>
  etag === null ? {} : { 'If-Match': `"${etag}"` };

/** Changes a tenant's projects with a key, as a supplement to the pages. */
export class PortalProjects {
  constructor(
    private readonly pages: PortalPages,
    readonly key: string,
  ) {}

  async ask<Answer>(
    path: string,
    body: object,
    { key = this.key, method = 'POST', headers = {} } = {},
  ): Promise<Answer> {
    const answer = await fetch(this.pages.url + path, {
      method,
      headers: {
        'X-API-Key': key,
        'Content-Type': 'application/json',
        'Idempotency-Key': randomUUID(),
        ...headers,
      },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Answer;
  }

  async draftOf(id: string): Promise<Configurations> {
    const address = `${this.pages.url}/v1/projects/${id}/draft?include=configurations`;
    const answer = await fetch(address, { headers: { 'X-API-Key': this.key } });
    expect(answer.status).toBe(200);
    return (await answer.json()) as Configurations;
  }

  /** A section as it would be published. */
  async sectionOf(id: string, section: string): Promise<Readonly<Record<string, unknown>> | undefined> {
    return (await this.draftOf(id)).configurations[section];
  }

  /** Changes fields of a section in the draft. */
  async save(id: string, section: string, fields: object): Promise<void> {
    const { etag, configurations } = await this.draftOf(id);
    const body = { configurations: { [section]: { ...configurations[section], ...fields } } };
    await this.ask(`/v1/projects/${id}/draft`, body, { method: 'PUT', headers: ifMatch(etag) });
  }

  /** A project with this many versions. */
  async aPublished(versions: number): Promise<string> {
    const id = await this.pages.world.aProject(this.pages.tenant, { lifecycleState: 'setup' });
    for (let n = 1; n <= versions; n += 1) {
      await this.save(id, 'assistant', { prompt: `Prompt ${n}.`, greeting: 'Hello.' });
      const { etag } = await this.draftOf(id);
      await this.ask(`/v1/projects/${id}/publish`, {}, { headers: ifMatch(etag) });
    }
    return id;
  }
}
