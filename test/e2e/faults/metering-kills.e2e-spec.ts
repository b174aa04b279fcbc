import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemContext } from '../../../src/core/shared/auth-context.js';
import { MetadataStore } from '../../../src/core/database/metadata/metadata-store.js';
import { METER_USAGE } from '../../../src/features/billing/metering/metering.job.js';
import { WATCH_USAGE } from '../../../src/features/billing/usage-alerts/usage-alerts.job.js';
import { startBillingProvider } from '../../../tools/dev/billing/billing-provider.ts';
import type { LocalBillingProvider } from '../../../tools/dev/billing/billing-provider.ts';
import { startMailCatcher } from '../../../tools/dev/mail-catcher.ts';
import type { MailCatcher } from '../../../tools/dev/mail-catcher.ts';
import { startTestApp, workerSettings } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { aCall } from '../../support/builders.js';
import { BuiltService, environmentOf } from '../../support/built-process.js';
import type { BuiltProcess } from '../../support/built-process.js';
import { atDepth } from '../../support/depth.js';
import { SeededRandom } from '../../support/seeded-random.js';
import { aBillingFixture, billedBy, mailedBy } from '../billing/billing-fixture.js';
import type { BillingFixture } from '../billing/billing-fixture.js';

const KILLS = atDepth({ ordinary: 1, full: 10 });
const SEED = 20_261_124;
const HOUR = 3_600_000;
/** Enough that something is left to report after the last kill. */
const HOURS = 20 + 10 * KILLS;

/** Two processes share a machine that may be busy: only a failing test waits this long. */
const untilSo = (check: () => Promise<void>, interval: number): Promise<void> =>
  vi.waitFor(check, { timeout: 120_000, interval });

// Fails if a window is resubmitted under a different identifier, if it is recorded before it is
// submitted, or if a crossing is recorded without the mail for it.
describe('a worker that is killed while it meters', () => {
  const random = new SeededRandom(SEED);
  const start = new Date((Math.floor(Date.now() / HOUR) - HOURS - 2) * HOUR);
  let provider: LocalBillingProvider;
  let mail: MailCatcher;
  let test: TestApp;
  let desk: BillingFixture;
  let service: BuiltService;

  beforeAll(async () => {
    service = new BuiltService().compile();
    provider = await startBillingProvider();
    mail = await startMailCatcher();
    test = await startTestApp({ settings: (base) => mailedBy(mail)(billedBy(provider)(base)) });
    desk = await aBillingFixture(test, provider);
    await sql(`UPDATE billing_plan_meters SET metered_from = $2 WHERE client_id = $1`, start);
  });
  afterAll(async () => {
    service.stop();
    await test.close();
    await provider.stop();
    await mail.stop();
  });

  const sql = <R extends object>(text: string, ...values: unknown[]): Promise<R[]> =>
    test.world.sql<R>(text, [desk.tenant.clientId, ...values]);

  /** Starts a worker that takes jobs. */
  async function startWorker(): Promise<BuiltProcess> {
    const worker = service.start(
      'worker',
      environmentOf(workerSettings(test), {
        BILLING_PROVIDER_KEY: provider.key,
        BILLING_PROVIDER_URL: provider.url,
        BILLING_PROVIDER_HOSTS: provider.host,
        MAIL_SERVER_URL: mail.url,
        MAIL_FROM: 'billing@platform.example',
      }),
    );
    await worker.line('working');
    return worker;
  }

  /** Frees the leases of a killed worker, as if a minute had passed. */
  async function passOver(): Promise<void> {
    await sql(`UPDATE billing_usage_windows SET leased_until = NULL WHERE client_id = $1`);
    await sql(
      `UPDATE jobs.job SET state = 'retry', start_after = now() WHERE state = 'active' AND data->>'clientId' = $1`,
    );
  }

  /** Requests a run, like the schedule. */
  async function askForRun(): Promise<void> {
    const { clientId, dataEnv } = desk.tenant;
    await test.app.get(MetadataStore).transaction(systemContext(desk.tenant, 'test'), async (tx) => {
      await tx.enqueue(METER_USAGE, { clientId, dataEnv });
      await tx.enqueue(WATCH_USAGE, { clientId, dataEnv });
    });
  }

  // billing 14.5, 16.4, 16.5
  it(`skips no hour, tells none twice, and notes a threshold once (${KILLS} kills, seed ${SEED})`, async () => {
    const used = Array.from({ length: HOURS }, () => 1 + random.below(90));
    const project = await test.world.aProject(desk.tenant);
    const key = await test.world.aKey(desk.tenant, 'runtime-ingest');
    const calls = used.map((minutes, hour) => {
      const end = start.getTime() + (hour + 0.5) * HOUR;
      return aCall(project, {
        started_at_utc: new Date(end - minutes * 60_000).toISOString(),
        ended_at_utc: new Date(end).toISOString(),
        duration_seconds: minutes * 60,
      });
    });
    await test.request().post('/internal/v1/calls').set('X-API-Key', key).send(calls).expect(200);
    await desk
      .alerts('post', '', { body: { meter_id: 'minutes', threshold_type: 'units', threshold_value: 1 } })
      .expect(200);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const worker = await startWorker();
      await untilSo(askForRun, 100);
      // At any point in the middle of a window; the second time, before another one was reported.
      const target = kill === 1 ? 0 : provider.meterEvents.size + 1 + random.below(8);
      await untilSo(async () => {
        expect(provider.meterEvents.size).toBeGreaterThanOrEqual(target);
        const [closed] = await sql(`SELECT FROM billing_usage_windows WHERE client_id = $1 LIMIT 1`);
        expect(closed).toBeDefined();
      }, 1);
      worker.kill('SIGKILL');
      await worker.ended;
      await passOver();
    }
    const workers = await Promise.all([startWorker(), startWorker()]);
    await untilSo(async () => {
      await askForRun();
      const left = await sql(
        `SELECT 'window ' || window_start AS left FROM billing_usage_windows WHERE client_id = $1 AND status = 'frozen'
          UNION ALL
         SELECT 'mail' FROM billing_alert_crossings WHERE client_id = $1 AND mail_status = 'pending'`,
      );
      const [count] = await sql<{ windows: number; crossings: number }>(
        `SELECT (SELECT count(*)::integer FROM billing_usage_windows WHERE client_id = $1 AND meter_id = 'minutes') AS windows,
                (SELECT count(*)::integer FROM billing_alert_crossings WHERE client_id = $1) AS crossings`,
      );
      expect([left, count]).toEqual([[], { windows: expect.any(Number) as number, crossings: 1 }]);
      expect(count!.windows).toBeGreaterThanOrEqual(HOURS);
    }, 500);
    for (const worker of workers) {
      worker.kill('SIGTERM');
      await worker.ended;
    }
    const stored = await sql<{ quantity: number; status: string; identifier: string }>(
      `SELECT quantity::integer, status, provider_event_id AS identifier FROM billing_usage_windows
        WHERE client_id = $1 AND meter_id = 'minutes' AND quantity > 0 ORDER BY window_start`,
    );
    expect(stored.map(({ quantity }) => quantity)).toEqual(used);
    expect(new Set(stored.map(({ status }) => status))).toEqual(new Set(['submitted']));
    const counted = [...provider.meterEvents.values()].map((it) => [it.identifier, it.value]);
    expect(counted).toEqual(stored.map(({ identifier, quantity }) => [identifier, quantity]));
    // A mail may go out twice; then both copies are identical, and it is recorded once.
    const names = mail.mails.map(({ source }) => /^Message-ID:\s+(\S+)$/im.exec(source)?.[1]);
    expect(new Set(names).size).toBe(1);
    const notes = await sql<{ action: string }>(
      `SELECT action FROM audit_events WHERE client_id = $1 AND action IN ('billing.usage_alert_reached', 'billing.usage_alert_mailed')
        ORDER BY action`,
    );
    expect(notes.map(({ action }) => action)).toEqual([
      'billing.usage_alert_mailed',
      'billing.usage_alert_reached',
    ]);
  }, 600_000);
});
