import { Injectable } from '@nestjs/common';
import type { INestApplicationContext, Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import type { Settings } from '../../../src/config/settings.js';
import { systemContext } from '../../../src/core/shared/auth-context.js';
import type { WorkKind } from '../../../src/core/shared/work-kind.js';
import { enqueueWork } from '../../../src/core/database/outbox/enqueue-work.js';
import type { NewWorkItem } from '../../../src/core/database/outbox/enqueue-work.js';
import type { StoreReader } from '../../../src/core/database/unit-of-work/unit-of-work.js';
import { TenantStores } from '../../../src/core/database/stores/tenant-stores.js';
import { Metrics } from '../../../src/core/observability/metrics.js';
import { Clock } from '../../../src/core/time/clock.js';
import { HandlesWork } from '../../../src/core/work/work-handler.js';
import type { WorkHandler } from '../../../src/core/work/work-handler.js';
import type { WorkLease } from '../../../src/core/work/work-lease.js';
import { WorkerModule } from '../../../src/worker.module.js';
import { startTestApp, workerSettings } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import type { TestTenant } from '../../support/builders.js';
import { withClient } from '../../support/databases.js';
import { perSuite } from '../../support/frames.js';
import { withoutSchedules } from '../../support/worker.js';

/** The input of the test's handlers. */
export interface Task {
  readonly number: number;
}

/** A handler of the test, which the worker finds like any other. */
export function handlerOf<P extends object>(
  kind: WorkKind<P>,
  work: (lease: WorkLease<P>) => Promise<void>,
): Type<WorkHandler<P>> {
  @Injectable()
  @HandlesWork()
  class Planted implements WorkHandler<P> {
    readonly kind = kind;
    work(lease: WorkLease<P>): Promise<void> {
      return work(lease);
    }
  }
  return Planted;
}

// One row for each time that a work item took effect, in chronological order.
const EFFECTS = `
  CREATE TABLE effects (
    place bigint GENERATED ALWAYS AS IDENTITY, client_id text, item_id bigint, key text, number integer, process text);
  GRANT SELECT, INSERT ON effects TO telephony_app`;

/**
 * A service on separate databases, workers with the test's handlers, and a table that records their
 * effects.
 */
export class WorkBench {
  private readonly workers: INestApplicationContext[] = [];

  private constructor(
    readonly test: TestApp,
    private readonly clock: Clock,
  ) {}

  /** @param clock of the service and its workers */
  static async open(
    settings: (base: Settings) => Settings = (base) => base,
    clock = new Clock(),
  ): Promise<WorkBench> {
    const bench = new WorkBench(await startTestApp({ settings, clock }), clock);
    for (const storeId of bench.test.databases.superuser.storeUrls.keys())
      await bench.inStore(EFFECTS, [], storeId);
    return bench;
  }

  async close(): Promise<void> {
    await this.stopWorkers();
    await this.test.close();
  }

  async startWorker(...handlers: Type<WorkHandler<object>>[]): Promise<INestApplicationContext> {
    await withoutSchedules(this.test);
    const worker = await Test.createTestingModule({
      imports: [WorkerModule.with(workerSettings(this.test))],
      providers: handlers,
    })
      .overrideProvider(Clock)
      .useValue(this.clock)
      .compile();
    worker.useLogger(false);
    this.workers.push(worker);
    return worker.init();
  }

  async stopWorkers(): Promise<void> {
    await Promise.all(this.workers.splice(0).map((worker) => worker.close()));
  }

  get stores(): TenantStores {
    return this.test.app.get(TenantStores);
  }

  append<P extends object>(
    tenant: TestTenant,
    kind: WorkKind<P>,
    items: readonly NewWorkItem<NoInfer<P>>[],
  ): Promise<void> {
    return this.stores.transaction(systemContext(tenant, 'test'), (tx) => enqueueWork(tx, kind, items));
  }

  static async leaveEffects(tx: StoreReader, lease: WorkLease<Task>): Promise<void> {
    const { clientId } = lease.auth;
    await tx.query(
      {
        name: '',
        ofStore: true,
        text: `INSERT INTO effects (client_id, item_id, key, number)
               SELECT $1, * FROM unnest($2::bigint[], $3::text[], $4::integer[])`,
      },
      [
        clientId,
        lease.items.map(({ itemId }) => itemId),
        lease.items.map(({ key }) => key),
        lease.items.map(({ payload }) => payload.number),
      ],
    );
  }

  inStore<R extends object>(text: string, values: unknown[] = [], storeId = 'store-a'): Promise<R[]> {
    return withClient(
      this.test.databases.superuser.storeUrls.get(storeId)!,
      async (client) => (await client.query<R>(text, values)).rows,
    );
  }

  /** The numbers of the tasks that have taken effect, in order. */
  async effectsOf({ clientId }: TestTenant): Promise<number[]> {
    const rows = await this.inStore<{ number: number }>(
      'SELECT number FROM effects WHERE client_id = $1 ORDER BY place',
      [clientId],
    );
    return rows.map(({ number }) => number);
  }

  async itemsOf({ clientId }: TestTenant): Promise<{ number: number; attempts: number }[]> {
    return this.inStore(
      `SELECT (payload->>'number')::integer AS number, attempts FROM work_items WHERE client_id = $1 AND kind LIKE 'test.%' ORDER BY item_id`,
      [clientId],
    );
  }

  async effectsIn(storeId: string): Promise<number> {
    return (await this.inStore('SELECT 1 FROM effects', [], storeId)).length;
  }

  metricsOf(worker: INestApplicationContext): Promise<string> {
    return worker.get(Metrics, { strict: false }).registry.metrics();
  }
}

export const useWorkBench = (clock?: Clock): WorkBench =>
  perSuite(
    () => WorkBench.open(undefined, clock),
    (bench) => bench.close(),
  );
