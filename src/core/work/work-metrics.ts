import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram } from 'prom-client';
import { Metrics } from '../observability/metrics.js';

export interface WorkDepth {
  readonly kind: string;
  readonly due: number;
  readonly later: number;
  readonly dead: number;
  readonly oldest_due_seconds: number;
}

// From the time that a notification takes to a backlog that a person would notice.
const WAIT_BUCKETS = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 60, 300, 1800];

@Injectable()
export class WorkMetrics {
  private readonly outcomes: Counter<'kind' | 'outcome'>;
  private readonly waits: Histogram<'kind'>;

  constructor(private readonly metrics: Metrics) {
    const registers = [metrics.registry];
    this.outcomes = new Counter({
      name: 'work_items_total',
      help: 'Work items that were processed, failed an attempt, or were moved to the dead letters.',
      labelNames: ['kind', 'outcome'],
      registers,
    });
    this.waits = new Histogram({
      name: 'work_wait_seconds',
      help: 'Time from when a work item was due until it was claimed.',
      labelNames: ['kind'],
      buckets: WAIT_BUCKETS,
      registers,
    });
  }

  count(kind: string, outcome: 'done' | 'failed' | 'dead', items: number): void {
    if (items > 0) this.outcomes.inc({ kind, outcome }, items);
  }

  observeWait(kind: string, seconds: number): void {
    this.waits.observe({ kind }, seconds);
  }

  /** Adds the queue depths of the stores, which are read with each scrape. */
  observeStores(depths: () => Promise<ReadonlyMap<string, readonly WorkDepth[]>>): void {
    const registers = [this.metrics.registry];
    const oldest = new Gauge({
      name: 'work_oldest_due_seconds',
      help: 'Age of the oldest due work item.',
      labelNames: ['store', 'kind'],
      registers,
    });
    new Gauge({
      name: 'work_items',
      help: 'Work items by state: due, later (under a lease, waiting for its time or its next attempt), dead.',
      labelNames: ['store', 'kind', 'state'],
      registers,
      async collect() {
        this.reset();
        oldest.reset();
        for (const [store, kinds] of await depths()) {
          for (const { kind, due, later, dead, oldest_due_seconds: seconds } of kinds) {
            this.set({ store, kind, state: 'due' }, due);
            this.set({ store, kind, state: 'later' }, later);
            this.set({ store, kind, state: 'dead' }, dead);
            oldest.set({ store, kind }, seconds);
          }
        }
      },
    });
  }
}
