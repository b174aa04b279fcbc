import { setTimeout as delay } from 'node:timers/promises';
import { NEVER_PUBLISHED } from './configure-assistants.ts';
import { deskKeys } from '../configure.ts';
import { demoSender } from '../sender.ts';
import type { Send } from '../sender.ts';
import type { DemoApiKeySecret } from '../types.ts';
import type { Tenant } from '#app/core/shared/auth-context.js';

interface Project {
  readonly project_id: string;
  readonly latest_published_version_number: number | null;
}

/** A person who has published expects the runtime's confirmation within a few seconds. */
const LOOK_MS = 5_000;

/**
 * Reports published versions as the voice runtime of each project would, including new projects, so
 * that each release is confirmed. The version that the demo's runtime could not apply stays
 * unconfirmed until another one is published.
 */
export class AppliedVersions {
  private readonly send: Send;
  private readonly apiKeys: readonly DemoApiKeySecret[];
  /** The newest checked version, by project. */
  private readonly seen = new Map<string, number>();

  constructor(baseUrl: string, apiKeys: readonly DemoApiKeySecret[]) {
    this.send = demoSender(baseUrl);
    this.apiKeys = apiKeys;
  }

  /** Runs until the signal is aborted. The next pass repeats refused or failed requests. */
  async run(stop: AbortSignal): Promise<void> {
    const administered = this.apiKeys.filter(({ scope }) => scope === 'partner_admin');
    while (!stop.aborted) {
      for (const tenant of administered) await this.look(tenant).catch(() => undefined);
      await delay(LOOK_MS, undefined, { signal: stop }).catch(() => undefined);
    }
  }

  /** Reports new versions in one client and environment. */
  async look(tenant: Tenant): Promise<void> {
    const key = deskKeys(this.apiKeys, tenant)('partner_admin');
    const { answer } = await this.send(key, 'GET', '/v1/projects?page_size=100');
    for (const { project_id: id, latest_published_version_number: newest } of answer['items'] as Project[]) {
      if (newest === null || this.seen.get(id) === newest) continue;
      const isFirstLook = !this.seen.has(id);
      if (!isFirstLook || (await this.isUnreported(key, id))) await this.report(tenant, id);
      this.seen.set(id, newest);
    }
  }

  /** Whether it was published while no runtime could report it. */
  private async isUnreported(key: string, projectId: string): Promise<boolean> {
    const { answer } = await this.send(key, 'GET', `/v1/projects/${projectId}/runtime-drift`);
    return answer['state'] !== 'in_sync' && answer['observed_hash'] !== NEVER_PUBLISHED;
  }

  private async report(tenant: Tenant, projectId: string): Promise<void> {
    const key = deskKeys(this.apiKeys, tenant)('runtime-ingest');
    const path = `/internal/v1/projects/${projectId}`;
    const { answer } = await this.send(key, 'GET', `${path}/configuration`);
    await this.send(key, 'POST', `${path}/runtime-reports`, {
      applied_hash: answer['content_hash'],
      runtime_id: 'demo-runtime',
    });
  }
}
