import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import type { Settings } from '../../../src/config/settings.js';
import { createLog, NestLog } from '../../../src/core/observability/logging.js';
import { DESCRIBED_EVENTS } from '../../../src/features/webhooks/rules/event-schemas.js';
import { WorkerModule } from '../../../src/worker.module.js';
import { admitCredentialsOf, startTestApp, workerSettings } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { aCall } from '../../support/builders.js';
import { CertificateAuthority } from '../../support/certificate-authority.js';
import { inStore } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { perSuite } from '../../support/frames.js';
import { postCalls } from '../../support/post-calls.js';
import { comeDue, withoutSchedules } from '../../support/worker.js';
import { Receiver } from '../outbound-http/receiver.js';
import { aWebhookFixture } from './webhook-fixture.js';
import type { Webhook, WebhookFixture } from './webhook-fixture.js';

/** A request as a receiver got it. */
export interface Got {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A row of the history, as stored. */
export interface Kept {
  readonly delivery_id: string;
  readonly webhook_id: string;
  readonly event_type: string;
  readonly status: string;
  readonly failure_code: string | null;
  readonly attempt_count: number;
  readonly response_status_code: number | null;
  readonly transcript_mode: string;
  readonly next_attempt_at: Date | null;
  readonly [column: string]: unknown;
}

const ajv = new Ajv2020({ strict: false, validateFormats: false });
const SCHEMAS = new Map<unknown, ReturnType<typeof ajv.compile>>(
  DESCRIBED_EVENTS.map((it) => [it.event_type, ajv.compile(it.schema)]),
);

/** The faults of a body according to the published schema of its event (webhooks 8.8). */
function faultsOf(body: string): string[] {
  const event = JSON.parse(body) as { readonly event?: unknown };
  const check = SCHEMAS.get(event.event);
  if (!check) return [`no schema of ${String(event.event)}`];
  return check(event) ? [] : [`${String(event.event)}: ${ajv.errorsText(check.errors)}`];
}

/**
 * A service with workers, and a receiver on loopback with certificates of the test's own authority.
 */
export class DeliveryBench {
  readonly got: Got[] = [];
  /** The receiver's answer; 204 unless a test sets another one. */
  answer: (response: ServerResponse, got: Got) => void = (response) => response.writeHead(204).end();
  private readonly workers: INestApplicationContext[] = [];
  private readonly log = new PassThrough();
  private readonly lines: Buffer[] = [];
  private readonly faults: string[] = [];

  private constructor(
    readonly test: TestApp,
    readonly receiver: Receiver,
    readonly authority: CertificateAuthority,
  ) {
    this.log.on('data', (line: Buffer) => this.lines.push(line));
    receiver.answer = (response, request) => {
      const { body } = receiver.received.at(-1)!;
      const got = { path: request.url ?? '', headers: request.headers, body };
      this.got.push(got);
      this.faults.push(...faultsOf(body));
      this.answer(response, got);
    };
  }

  static async open(outbound: object = {}): Promise<DeliveryBench> {
    const authority = new CertificateAuthority();
    const receiver = await Receiver.start(authority, { localhost: ['localhost', '127.0.0.1'] });
    const allowed = { ports: [443, 8443], allowLoopback: true, ca: authority.pem, ...outbound };
    const settings = (base: Settings): Settings => ({ ...base, outbound: allowed });
    return new DeliveryBench(await startTestApp({ settings }), receiver, authority);
  }

  /** Everything that the workers have logged. */
  logs(): string {
    return Buffer.concat(this.lines).toString('utf8');
  }

  /** Every body that any test has received matches its schema. */
  async close(): Promise<void> {
    await this.stopWorkers();
    await this.test.close();
    await this.receiver.close();
    expect(this.faults).toEqual([]);
  }

  async startWorker(
    settings: (base: Settings) => Settings = (base) => base,
  ): Promise<INestApplicationContext> {
    await withoutSchedules(this.test);
    const worker = await NestFactory.createApplicationContext(
      WorkerModule.with(settings(workerSettings(this.test))),
      { logger: new NestLog(createLog('info', this.log)), abortOnError: false },
    );
    this.workers.push(worker);
    // The worker's keys would be read through the workers' login.
    admitCredentialsOf(this.test);
    return worker;
  }

  async stopWorkers(): Promise<void> {
    await Promise.all(this.workers.splice(0).map((worker) => worker.close()));
  }

  /** An address of the receiver. */
  url(path = '/calls'): string {
    return `https://localhost:${this.receiver.port}${path}`;
  }

  /**
   * Answers 204 again, and forgets received requests and what earlier tests left to be sent again:
   * on a busy machine it would come among the requests of this one.
   */
  async answerAnew(): Promise<void> {
    await this.inStore('DELETE FROM webhook_queue WHERE lease_token IS NULL');
    this.got.length = 0;
    this.answer = (response) => response.writeHead(204).end();
  }

  /** A project with a webhook that receives every event. */
  async aWebhook(fields: object = {}): Promise<{ desk: WebhookFixture; webhook: Webhook }> {
    const desk = await aWebhookFixture(this.test);
    const webhook = await this.webhookOf(desk, fields);
    return { desk, webhook };
  }

  webhookOf(desk: WebhookFixture, fields: object = {}): Promise<Webhook> {
    const event_types = ['call_started', 'call_ended', 'call_analyzed', 'transfer_initiated'];
    return desk.made({ endpoint_url: this.url(), event_types, ...fields });
  }

  /** Posts a call that has ended and was analysed, which causes three events. Returns its id. */
  async call(desk: WebhookFixture, fields: Record<string, unknown> = {}): Promise<string> {
    const call = aCall(desk.projectId, { resolution_status: 'resolved', ...fields });
    await postCalls(this.test, desk.tenant, [call]);
    return call['call_id'] as string;
  }

  /** Runs any statement on the tenants' store, as a superuser. */
  inStore<R extends object>(text: string, values: unknown[] = []): Promise<R[]> {
    return inStore<R>(this.test, text, values);
  }

  /** The history of a tenant, oldest first. */
  history({ tenant }: WebhookFixture): Promise<Kept[]> {
    return this.inStore<Kept>(
      `SELECT * FROM webhook_deliveries WHERE client_id = $1 AND data_env = $2 ORDER BY delivery_id`,
      [tenant.clientId, tenant.dataEnv],
    );
  }

  /** Waits until this many deliveries of the tenant have ended or wait for a retry. */
  async settled(desk: WebhookFixture, count: number, statuses = ['succeeded']): Promise<Kept[]> {
    return eventually(async () => {
      const rows = await this.history(desk);
      expect(rows.map(({ status }) => status)).toHaveLength(count);
      for (const { status } of rows) expect(statuses).toContain(status);
      return rows;
    });
  }

  /** Makes everything that waits for its time due now. */
  async hurry({ tenant }: WebhookFixture): Promise<void> {
    await this.inStore(
      `UPDATE webhook_queue SET ready_at = now() WHERE client_id = $1 AND data_env = $2 AND ready_at > now() AND lease_token IS NULL`,
      [tenant.clientId, tenant.dataEnv],
    );
    await comeDue(this.test, 'webhooks.send', tenant.clientId);
  }
}

/** By then, a change has taken effect everywhere. */
export async function aSecondLater(): Promise<void> {
  const since = performance.now();
  await eventually(() => expect(performance.now() - since).toBeGreaterThan(1000));
}

export const useDeliveryBench = (outbound: object = {}): DeliveryBench =>
  perSuite(
    () => DeliveryBench.open(outbound),
    (bench) => bench.close(),
  );
