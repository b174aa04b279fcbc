import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../support/app.js';
import { environmentOf, useBuiltService } from '../../support/built-process.js';
import { withClient } from '../../support/databases.js';
import { FaultProxy } from '../../support/fault-proxy.js';
import { TestClock } from '../../support/test-clock.js';
import { ASKED, aWebhookFixture, PATH } from '../webhooks/webhook-fixture.js';
import type { Webhook, WebhookFixture } from '../webhooks/webhook-fixture.js';

const AT_ONCE = 50;

interface Answer {
  readonly status: number;
  readonly body: Webhook;
  readonly replayed: boolean;
}

// Rules: requests 5.10; webhooks 3.2, 4.1. Fails if a create commits its effect apart from its
// answer, and when a repetition is held against the guard that its own effect has made stale.
describe('a webhook that is made by fifty requests with one key', () => {
  const clock = new TestClock();
  const test = useTestApp({ clock });
  const service = useBuiltService();

  async function create(baseUrl: string, desk: WebhookFixture, revision: string): Promise<Answer | null> {
    try {
      const response = await fetch(`${baseUrl}${PATH}`, {
        method: 'POST',
        headers: { ...desk.headers, 'Idempotency-Key': 'the-one', 'Content-Type': 'application/json' },
        body: JSON.stringify({ project_id: desk.projectId, ...ASKED, revision_hash: revision }),
      });
      const replayed = response.headers.get('idempotent-replayed') === 'true';
      return { status: response.status, body: (await response.json()) as Webhook, replayed };
    } catch {
      return null;
    }
  }

  /** There is one webhook with one audit row, and the repeated request returns that webhook. */
  async function expectOne(desk: WebhookFixture, before: readonly Answer[], after: Answer): Promise<void> {
    const items = await desk.items();
    expect(items.map((it) => it.webhook_id)).toEqual([after.body.webhook_id]);
    expect((await desk.audits()).map(({ action }) => action)).toEqual(['webhook.created']);
    expect(after.status).toBe(200);
    for (const { status, body, replayed } of before) {
      // 429: five requests a minute are admitted, repetitions included.
      expect([200, 409, 429]).toContain(status);
      if (status !== 200) continue;
      expect(body.webhook_id).toBe(after.body.webhook_id);
      expect(body['secret_available']).toBe(!replayed);
    }
    const shown = [...before, after].filter(({ body }) => typeof body.secret === 'string');
    expect(shown.length).toBeLessThanOrEqual(1);
  }

  const recordsOf = async ({ tenant }: WebhookFixture, isDone: boolean): Promise<number> =>
    (
      await test.world.sql<{ n: number }>(
        `SELECT count(*)::integer AS n FROM idempotency_records
          WHERE client_id = $1 AND (completed_at IS NOT NULL) = $2`,
        [tenant.clientId, isDone],
      )
    )[0]!.n;

  /** A project whose tenant already has its key: creating the key is a separate commit. */
  async function aFixture(): Promise<WebhookFixture> {
    const desk = await aWebhookFixture(test);
    const other = await desk.made();
    await desk.remove(other.webhook_id, { 'If-Match': other.revision_hash }).expect(200);
    await test.world.sql('DELETE FROM throttle_hits');
    await test.world.sql('DELETE FROM audit_events WHERE client_id = $1', [desk.tenant.clientId]);
    await test.world.sql('DELETE FROM idempotency_records WHERE client_id = $1', [desk.tenant.clientId]);
    return desk;
  }

  /** Kills a process at a moment during the requests, and repeats one of them to a live process. */
  async function killAt(
    moment: (desk: WebhookFixture) => Promise<unknown>,
    afterwards: () => Promise<unknown> = () => Promise.resolve(),
    environment: Record<string, string> = {},
  ): Promise<{ before: readonly Answer[]; after: Answer }> {
    const desk = await aFixture();
    const revision = await desk.revision();
    const { main, url } = await service.serve(environmentOf(test.settings, environment));
    const sent = Array.from({ length: AT_ONCE }, () => create(url, desk, revision));
    await moment(desk);
    expect(await main.crash()).toBe('SIGKILL');
    await afterwards();
    const before = (await Promise.all(sent)).filter((answer) => answer !== null);
    // After the dead process's lock has expired, and the minute that counts its requests has
    // passed.
    clock.set(new Date(Date.now() + 61_000));
    const after = await create(test.baseUrl, desk, revision);
    await expectOne(desk, before, after!);
    return { before, after: after! };
  }

  it('is made once, and its secret is shown once', async () => {
    const desk = await aFixture();
    const revision = await desk.revision();
    const sent = Array.from({ length: AT_ONCE }, () => create(test.baseUrl, desk, revision));
    const answers = (await Promise.all(sent)).map((answer) => answer!);
    expect(answers.filter(({ status, replayed }) => status === 200 && !replayed)).toHaveLength(1);
    await test.world.sql('DELETE FROM throttle_hits');
    const after = (await create(test.baseUrl, desk, revision))!;
    expect(after).toMatchObject({ replayed: true, body: { secret: null, secret_available: false } });
    await expectOne(desk, answers, after);
  });

  it('is made once when they are killed between reservation and commit', async () => {
    await withClient(test.databases.superuser.metadataUrl, async (blocker) => {
      const { before, after } = await killAt(
        async (desk) => {
          await blocker.query('BEGIN; LOCK TABLE webhook_endpoints IN ACCESS EXCLUSIVE MODE');
          await expect.poll(() => recordsOf(desk, false)).toBe(1);
        },
        () => blocker.query('ROLLBACK'),
      );
      expect(before.filter(({ status }) => status === 200)).toEqual([]);
      expect(after.replayed).toBe(false);
    });
  });

  it('is made once when they are killed between commit and answer', async () => {
    const proxy = await FaultProxy.before(test.settings.metadata.url);
    try {
      await proxy.become('lose commits');
      const { before, after } = await killAt(
        (desk) => expect.poll(() => recordsOf(desk, true)).toBe(1),
        undefined,
        {
          METADATA_DATABASE_URL: proxy.url,
        },
      );
      expect(before.filter(({ status, replayed }) => status === 200 && !replayed)).toEqual([]);
      expect(after).toMatchObject({ replayed: true, body: { secret: null } });
    } finally {
      await proxy.close();
    }
  });
});
