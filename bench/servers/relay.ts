import 'reflect-metadata';
import { Injectable, Module } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { REGISTRY } from '#app/app.module.js';
import { loadSettings } from '#app/config/settings.js';
import { systemContext } from '#app/core/shared/auth-context.js';
import type { Tenant } from '#app/core/shared/auth-context.js';
import { workKind } from '#app/core/shared/work-kind.js';
import type { WorkKind } from '#app/core/shared/work-kind.js';
import { enqueueWork } from '#app/core/database/outbox/enqueue-work.js';
import { TenantStores } from '#app/core/database/stores/tenant-stores.js';
import { DueListener } from '#app/core/work/due-listener.js';
import { HandlesWork } from '#app/core/work/work-handler.js';
import type { WorkHandler } from '#app/core/work/work-handler.js';
import type { WorkLease } from '#app/core/work/work-lease.js';
// Sets the process up like the worker's.
import '#app/process.js';
import { WorkerModule } from '#app/worker.module.js';
import { answerOrders } from '../harness/children.ts';

// The worker with handlers of the benchmarks, which do nothing but count; a second one with none
// appends the work items.

/** The payload of a work item: when its append began, by the machine's clock. */
interface Stamp {
  readonly at: number;
}

/** Work items to append; without it, the parent asks what has arrived since its last question. */
interface Append {
  readonly append: string;
  readonly tenants: readonly Tenant[];
  /** How many for each tenant, in one transaction. */
  readonly each: number;
  /** The number of keys that they share; 0: none has a key. */
  readonly keys: number;
}

const KINDS: Readonly<Record<string, WorkKind<Stamp>>> = {
  single: workKind<Stamp>('bench.single', { concurrency: 4 }),
  batches: workKind<Stamp>('bench.batches', { batch: 500, concurrency: 4 }),
  ordered: workKind<Stamp>('bench.ordered', { batch: 500, concurrency: 4, ordered: true }),
};

const now = (): number => performance.timeOrigin + performance.now();

const seen = { items: 0, firstAt: 0, lastAt: 0, waits: [] as number[] };

async function work(lease: WorkLease<Stamp>): Promise<void> {
  const startedAt = now();
  seen.firstAt ||= startedAt;
  for (const { payload } of lease.items) seen.waits.push(startedAt - payload.at);
  await lease.finish(() => Promise.resolve());
  seen.items += lease.items.length;
  seen.lastAt = now();
}

function handlerOf(kind: WorkKind<Stamp>): Type<WorkHandler<Stamp>> {
  class Counting implements WorkHandler<Stamp> {
    readonly kind = kind;
    work(lease: WorkLease<Stamp>): Promise<void> {
      return work(lease);
    }
  }
  Injectable()(Counting);
  HandlesWork()(Counting);
  return Counting;
}

/** Its deliberate mistakes: notifications are ignored, or work items are processed one by one. */
const [role = 'worker', mistake = ''] = process.argv.slice(2);
if (mistake === 'polling-only') {
  (DueListener.prototype as unknown as { hear: () => void }).hear = () => undefined;
}
const kinds = Object.values(KINDS).map((kind) => (mistake === 'one-by-one' ? { ...kind, batch: 1 } : kind));

class RelayModule {}
Module({
  imports: [WorkerModule.with(loadSettings(REGISTRY.settings.service))],
  providers: role === 'worker' ? kinds.map(handlerOf) : [],
})(RelayModule);
const app = await NestFactory.createApplicationContext(RelayModule, { logger: false, abortOnError: false });
const stores = app.get(TenantStores, { strict: false });

async function append({ append: name, tenants, each, keys }: Append): Promise<void> {
  for (const tenant of tenants) {
    const at = now();
    const items = Array.from({ length: each }, (_, index) => ({
      payload: { at },
      ...(keys > 0 ? { key: `key-${index % keys}` } : {}),
    }));
    await stores.transaction(systemContext(tenant, 'bench'), (tx) => enqueueWork(tx, KINDS[name]!, items));
  }
}

answerOrders(async (order) => {
  if ('append' in order) {
    await append(order as unknown as Append);
    return {};
  }
  const report = { ...seen };
  Object.assign(seen, { items: 0, firstAt: 0, lastAt: 0, waits: [] });
  return report;
});
