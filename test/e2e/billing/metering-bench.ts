import { Test } from '@nestjs/testing';
import type { TestingModule } from '@nestjs/testing';
import { AppModule } from '../../../src/app.module.js';
import type { Settings } from '../../../src/config/settings.js';
import { systemContext } from '../../../src/core/shared/auth-context.js';
import { Clock } from '../../../src/core/time/clock.js';
import { MeteringJob } from '../../../src/features/billing/metering/metering.job.js';
import { ReconciliationJob } from '../../../src/features/billing/reconciliation/reconciliation.job.js';
import { BillingSetup } from '../../../src/features/billing/setup/billing-setup.service.js';
import { readCommand } from '../../../src/operations/operations.js';
import { AlertMailJob } from '../../../src/features/billing/usage-alerts/alert-mail.job.js';
import type { AlertMail } from '../../../src/features/billing/usage-alerts/alert-mails.js';
import { UsageAlertsJob } from '../../../src/features/billing/usage-alerts/usage-alerts.job.js';
import {
  CappedCampaigns,
  PAUSE_CAPPED,
} from '../../../src/features/campaigns/usage-caps/capped-campaigns.job.js';
import { startBillingProvider } from '../../../tools/dev/billing/billing-provider.ts';
import type { LocalBillingProvider } from '../../../tools/dev/billing/billing-provider.ts';
import { startMailCatcher } from '../../../tools/dev/mail-catcher.ts';
import type { MailCatcher } from '../../../tools/dev/mail-catcher.ts';
import { operatorSettings, startTestApp, testSettings, workerSettings } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { NO_SETTINGS } from '../../support/operator.js';
import { metadataBehind } from '../../support/fault-proxy.js';
import { aCall } from '../../support/builders.js';
import { createTestDatabases } from '../../support/databases.js';
import type { TestDatabases } from '../../support/databases.js';
import { perSuite } from '../../support/frames.js';
import { onStore } from '../../support/sealed-calls.js';
import { TestClock } from '../../support/test-clock.js';
import { aBillingFixture, billedBy, mailedBy } from './billing-fixture.js';
import type { BillingFixture } from './billing-fixture.js';

const HOUR = 3_600_000;
// Two days ago: sessions use the machine's time, so a clock that the API reads must end at the
// current time.
export const START = new Date(Math.floor(Date.now() / HOUR) * HOUR - 48 * HOUR);

/** The instant this many hours after counting began. */
export const after = (hours: number): Date => new Date(START.getTime() + hours * HOUR);

interface StoredWindow {
  readonly hour: number;
  readonly quantity: number;
  readonly status: string;
  readonly provider_event_id: string | null;
  readonly attempt_count: number;
}

/**
 * An API, two workers and a provider that share one clock, and a client whose meters count from
 * hour 0.
 */
export class MeteringBench {
  readonly clock = new TestClock(START);
  desk!: BillingFixture;
  project = '';
  private key = '';
  private messages = 0;

  private constructor(
    readonly provider: LocalBillingProvider,
    readonly mail: MailCatcher,
    private readonly databases: TestDatabases,
  ) {}

  test!: TestApp;
  readonly workers: TestingModule[] = [];
  private operator!: TestingModule;

  /**
   * @param through gives the address by which the second worker reaches the metadata store, which
   *   then may be slow or dead
   */
  static async open(through?: (url: string) => Promise<string>): Promise<MeteringBench> {
    const holder: { clock?: TestClock } = {};
    const provider = await startBillingProvider({ now: () => holder.clock!.now() });
    const databases = await createTestDatabases();
    const mail = await startMailCatcher();
    const bench = new MeteringBench(provider, mail, databases);
    holder.clock = bench.clock;
    const settings = mailedBy(mail)(billedBy(provider)(testSettings(databases)));
    // Started before the API: the passport strategies that were created last handle all requests of
    // a process.
    const direct = workerSettings({ settings, databases });
    const second = through ? metadataBehind(await through(direct.metadata.url))(direct) : direct;
    const started = (own: Settings): Promise<TestingModule> =>
      Test.createTestingModule({ imports: [AppModule.with(own)] })
        .overrideProvider(Clock)
        .useValue(bench.clock)
        .compile();
    bench.workers.push(await started(direct), await started(second));
    bench.operator = await started(operatorSettings({ settings, databases }));
    bench.test = await startTestApp({ clock: bench.clock, databases, settings: () => settings });
    return bench;
  }

  async close(): Promise<void> {
    for (const process of [...this.workers, this.operator]) await process.close();
    await this.test.close();
    await this.databases.drop();
    await this.provider.stop();
    await this.mail.stop();
  }

  /** A new client, and the clock at the start of counting. */
  async begin(): Promise<void> {
    this.clock.set(START);
    this.provider.fault = null;
    this.provider.meterEvents.clear();
    this.mail.fault = null;
    this.mail.refusals.clear();
    this.mail.mails.length = 0;
    this.desk = await aBillingFixture(this.test, this.provider);
    this.project = await this.test.world.aProject(this.desk.tenant);
    this.key = await this.test.world.aKey(this.desk.tenant, 'runtime-ingest');
    await this.sql(`UPDATE billing_plan_meters SET metered_from = $2 WHERE client_id = $1`, START);
  }

  /** Switches the meter of minutes on or off, with the operator's login. */
  async turnMinutes(isActive: boolean): Promise<void> {
    const { included, rate, priceId, meterId, eventName } = this.desk.ids.minutes;
    await this.operator.get(BillingSetup).setMeter(systemContext(this.desk.tenant, 'operator'), {
      meterId: 'minutes',
      isActive,
      includedUnits: included,
      unitRate: rate,
      providerPriceId: priceId,
      providerMeterId: meterId,
      providerEventName: eventName,
    });
  }

  /** Runs an operator's command for the client; returns its output and whether it succeeded. */
  async operate(line: string): Promise<[isDone: boolean, said: string]> {
    const said: string[] = [];
    const args = [...line.split(' '), '--client', this.desk.tenant.clientId];
    const now = this.clock.now();
    const isDone = await readCommand(args, { now, storeIds: ['store-a'] }).run({
      result: (text) => void said.push(text),
      say: (text) => void said.push(text),
      app: () => Promise.resolve(this.operator),
      ...NO_SETTINGS,
      now,
    });
    return [isDone, said.join('\n')];
  }

  /** Creates another project of the client, and returns its id. */
  anotherProject(): Promise<string> {
    return this.test.world.aProject(this.desk.tenant);
  }

  /** The client's subscription items at the provider, which tests may change. */
  subscriptionItems(): {
    current_period_start: number;
    current_period_end: number;
    price: { tiers?: object[] };
  }[] {
    const subscription = this.provider.state.subscriptions.get(this.desk.ids.subscriptionId)!;
    return (subscription['items'] as { data: never[] }).data;
  }

  /** Runs work while calls cannot be read. */
  async withoutCalls(work: () => Promise<unknown>): Promise<void> {
    await onStore(this.test, 'REVOKE SELECT ON calls FROM telephony_app');
    try {
      await work();
    } finally {
      await onStore(this.test, 'GRANT SELECT ON calls TO telephony_app');
    }
  }

  /** Runs a statement whose $1 is the client. */
  sql<R extends object>(text: string, ...values: unknown[]): Promise<R[]> {
    return this.test.world.sql<R>(text, [this.desk.tenant.clientId, ...values]);
  }

  async post(path: 'calls' | 'messages', records: object[]): Promise<void> {
    await this.test
      .request()
      .post(`/internal/v1/${path}`)
      .set('X-API-Key', this.key)
      .send(records)
      .expect(200);
  }

  /** A call that ends in this hour. */
  call(endHour: number, seconds: number, fields: Record<string, unknown> = {}): Record<string, unknown> {
    return aCall(this.project, {
      started_at_utc: new Date(after(endHour).getTime() - seconds * 1000).toISOString(),
      ended_at_utc: after(endHour).toISOString(),
      duration_seconds: seconds,
      ...fields,
    });
  }

  /** A message that is delivered in this hour. */
  message(hour: number, fields: Record<string, unknown> = {}): Record<string, unknown> {
    this.messages += 1;
    return {
      message_id: `m-${this.messages}`,
      logical_send_id: `s-${this.messages}`,
      revision: 1,
      project_id: this.project,
      direction: 'outbound',
      segments: 1,
      status: 'delivered',
      sent_at_utc: START.toISOString(),
      delivered_at_utc: after(hour).toISOString(),
      ...fields,
    };
  }

  /** Runs the job once, like the queue. */
  async run(worker = this.workers[0]!): Promise<void> {
    const job = worker.get(MeteringJob, { strict: false });
    const due = (await job.plan()).filter(({ clientId }) => clientId === this.desk.tenant.clientId);
    for (const tenant of due) await job.handle(tenant);
  }

  /** Compares usage with alerts once, like the queue. */
  async watch(worker = this.workers[0]!): Promise<void> {
    const job = worker.get(UsageAlertsJob, { strict: false });
    const due = (await job.plan()).filter(({ clientId }) => clientId === this.desk.tenant.clientId);
    try {
      for (const tenant of due) await job.handle(tenant);
    } finally {
      await this.pauseCapped(worker);
    }
  }

  /** Handles the jobs of campaigns whose usage is capped, like the queue. */
  private async pauseCapped(worker: TestingModule): Promise<void> {
    const owed = await this.sql<{ data: Parameters<CappedCampaigns['handle']>[0] }>(
      `DELETE FROM jobs.job WHERE name = '${PAUSE_CAPPED.name}' AND data->>'clientId' = $1 RETURNING data`,
    );
    for (const { data } of owed) await worker.get(CappedCampaigns, { strict: false }).handle(data);
  }

  /** Mails that are still to be sent, as the queue has them. */
  async owedMails(): Promise<AlertMail[]> {
    const rows = await this.sql<{ data: AlertMail }>(
      `SELECT data FROM jobs.job WHERE name = 'billing.mail-usage-alert' AND data->>'clientId' = $1 ORDER BY created_on`,
    );
    return rows.map(({ data }) => data);
  }

  /** The handler that the queue runs for one of these mails. */
  get mailJob(): AlertMailJob {
    return this.workers[0]!.get(AlertMailJob, { strict: false });
  }

  /**
   * Compares the totals once, like the queue.
   * @returns whether the client was due
   */
  async reconcile(): Promise<boolean> {
    const job = this.workers[0]!.get(ReconciliationJob, { strict: false });
    const due = (await job.plan()).filter(({ clientId }) => clientId === this.desk.tenant.clientId);
    for (const tenant of due) await job.handle(tenant);
    return due.length > 0;
  }

  windows(meter = 'minutes'): Promise<StoredWindow[]> {
    return this.sql<StoredWindow>(
      `SELECT (extract(epoch FROM window_start - $3) / 3600)::integer AS hour, quantity::integer, status,
              provider_event_id, attempt_count
         FROM billing_usage_windows WHERE client_id = $1 AND meter_id = $2 ORDER BY window_start`,
      meter,
      START,
    );
  }

  /** The provider's counts: hours and units, in the order of submission. */
  told(event = 'call_minutes'): [number, number][] {
    return [...this.provider.meterEvents.values()]
      .filter((it) => it.eventName === event && it.customer === this.desk.ids.customerId)
      .map((it) => [(it.timestamp * 1000 - START.getTime()) / HOUR, it.value]);
  }
}

export const useMeteringBench = (): MeteringBench =>
  perSuite(
    () => MeteringBench.open(),
    (bench) => bench.close(),
  );
