import { describe, expect, it } from 'vitest';
import { TenantKeys } from '../../../src/core/privacy/keys/tenant-keys.js';
import { startTestApp, useTestApp } from '../../support/app.js';
import { environmentOf, useBuiltService } from '../../support/built-process.js';
import type { TestTenant } from '../../support/builders.js';
import { atDepth } from '../../support/depth.js';
import { withClient } from '../../support/databases.js';
import { FaultProxy, metadataBehind } from '../../support/fault-proxy.js';
import { TestClock } from '../../support/test-clock.js';

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly replayed: boolean;
}

/** The effects of a create whose process may have died. */
interface Effect {
  readonly projects: number;
  readonly drafts: number;
  readonly audited: number;
}

describe('a create under one key whose process dies', () => {
  const clock = new TestClock();
  const test = useTestApp({ clock });
  const service = useBuiltService();

  async function create(baseUrl: string, tenant: TestTenant, key: string): Promise<Answer | null> {
    try {
      const response = await fetch(`${baseUrl}/v1/projects`, {
        method: 'POST',
        headers: { 'X-API-Key': key, 'Idempotency-Key': 'the-one', 'Content-Type': 'application/json' },
        body: JSON.stringify({
          display_name: 'Front desk',
          timezone: 'Australia/Sydney',
          managed_client_id: tenant.clientId,
        }),
      });
      const replayed = response.headers.get('idempotent-replayed') === 'true';
      return { status: response.status, body: await response.text(), replayed };
    } catch {
      return null;
    }
  }

  const countOf = async (tenant: TestTenant, text: string): Promise<number> =>
    (await test.world.sql<{ n: number }>(`SELECT count(*)::integer AS n FROM ${text}`, [tenant.clientId]))[0]!
      .n;

  const effectOn = async (tenant: TestTenant): Promise<Effect> => ({
    projects: await countOf(tenant, 'projects WHERE client_id = $1'),
    drafts: await countOf(tenant, 'project_drafts WHERE client_id = $1'),
    audited: await countOf(tenant, `audit_events WHERE client_id = $1 AND action = 'project.created'`),
  });

  const reserved = (tenant: TestTenant) =>
    countOf(tenant, 'idempotency_records WHERE client_id = $1 AND completed_at IS NULL');
  const completed = (tenant: TestTenant) =>
    countOf(tenant, 'idempotency_records WHERE client_id = $1 AND completed_at IS NOT NULL');

  /** Its first answer needs an existing key to seal it: creating that key is a separate commit. */
  async function aTenantWithKeys(): Promise<TestTenant> {
    const tenant = await test.world.aTenant();
    await test.app.get(TenantKeys).current(tenant, 'encryption');
    return tenant;
  }

  /** Repeats the request to a live process, after the dead process's lock has expired. */
  async function repeat(tenant: TestTenant, key: string): Promise<Answer> {
    clock.set(new Date(Date.now() + 11_000));
    const answer = await create(test.baseUrl, tenant, key);
    if (!answer) throw new Error('The living process did not answer.');
    return answer;
  }

  /**
   * Kills a process at a moment during 50 creates, repeats the request, and compares the outcome
   * with S3.
   */
  async function killAt(
    moment: (tenant: TestTenant, answers: () => number) => Promise<unknown>,
    afterwards: () => Promise<unknown> = () => Promise.resolve(),
    environment: Record<string, string> = {},
  ): Promise<{ before: readonly Answer[]; after: Answer }> {
    const tenant = await aTenantWithKeys();
    const key = await test.world.aKey(tenant, 'partner_admin');
    const { main, url } = await service.serve(environmentOf(test.settings, environment));
    let answered = 0;
    const sent = Array.from({ length: 50 }, async () => {
      const answer = await create(url, tenant, key);
      answered += 1;
      return answer;
    });
    await moment(tenant, () => answered);
    expect(await main.crash()).toBe('SIGKILL');
    await afterwards();
    const before = (await Promise.all(sent)).filter((answer) => answer !== null);
    const after = await repeat(tenant, key);
    expect(await effectOn(tenant)).toEqual({ projects: 1, drafts: 1, audited: 1 });
    expect(after.status).toBe(201);
    for (const { status, body } of before) {
      expect([201, 409]).toContain(status);
      if (status === 201) expect(body).toBe(after.body);
    }
    return { before, after };
  }

  // The moments are measured by earlier answers: none, a random few, all but one.
  const SOME = atDepth({ ordinary: 2, full: 7 });
  const ANSWERED = [0, 1, ...Array.from({ length: SOME }, () => 2 + Math.floor(Math.random() * 46)), 49];

  it.each(ANSWERED)(
    'has one effect and one answer when it is killed after %i of 50 answers',
    async (count) => {
      await killAt((_, answers) => expect.poll(answers, { interval: 1 }).toBeGreaterThanOrEqual(count));
    },
  );

  // requests 5.10
  it('has one effect when it is killed between reservation and commit', async () => {
    await withClient(test.databases.superuser.metadataUrl, async (blocker) => {
      const { before, after } = await killAt(
        async (tenant) => {
          await blocker.query('BEGIN; LOCK TABLE project_drafts IN ACCESS EXCLUSIVE MODE');
          await expect.poll(() => reserved(tenant)).toBe(1);
        },
        () => blocker.query('ROLLBACK'),
      );
      expect(before.filter(({ status }) => status === 201)).toEqual([]);
      expect(after.replayed).toBe(false);
    });
  });

  // requests 5.10
  it('has one effect, and its answer, when it is killed between commit and answer', async () => {
    const proxy = await FaultProxy.before(test.settings.metadata.url);
    try {
      await proxy.become('lose commits');
      const { before, after } = await killAt(
        (tenant) => expect.poll(() => completed(tenant)).toBe(1),
        undefined,
        {
          METADATA_DATABASE_URL: proxy.url,
        },
      );
      expect(before.filter(({ status, replayed }) => status === 201 && !replayed)).toEqual([]);
      expect(after.replayed).toBe(true);
    } finally {
      await proxy.close();
    }
  });

  // requests 5.10
  it('replays what was done when the answer of the commit itself is lost', async () => {
    const tenant = await aTenantWithKeys();
    const key = await test.world.aKey(tenant, 'partner_admin');
    const proxy = await FaultProxy.before(test.settings.metadata.url);
    const behind = await startTestApp({
      databases: test.databases,
      settings: () => metadataBehind(proxy.url)(test.settings),
    });
    try {
      await proxy.become('lose commits');
      const lost = await create(behind.baseUrl, tenant, key);
      expect(lost?.status).toBe(503);
      const after = await repeat(tenant, key);
      expect({ status: after.status, replayed: after.replayed }).toEqual({ status: 201, replayed: true });
      expect(await effectOn(tenant)).toEqual({ projects: 1, drafts: 1, audited: 1 });
    } finally {
      await proxy.heal();
      await behind.close();
      await proxy.close();
    }
  });
});
