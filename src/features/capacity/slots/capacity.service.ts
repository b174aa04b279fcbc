import { Injectable } from '@nestjs/common';
import type { StoreReader, UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { Clock } from '../../../core/time/clock.js';
import { FREE_CALLS, MEET_CALLS } from '../rules/call-leases.queries.js';
import { LOCK_CLIENT_LIMIT } from '../rules/client-limit.queries.js';
import { availableUnder, type CapacityLimit } from '../rules/figures.policy.js';
import { askForNotedSample, nextMinute } from '../rules/sample-work.js';
import { LIMITS_OF_PROJECT, RELEASE_SLOTS, RENEW_SLOTS, TAKE_SLOTS } from './slots.queries.js';

/** Slots for one holder. */
export interface SlotRequest {
  readonly projectId: string;
  /** Renews and releases the slots: a unique id of at most 200 characters. */
  readonly holder: string;
  /** 1 by default. */
  readonly count?: number;
  /** Without a renewal, the slots are free again after this many seconds. */
  readonly leaseSeconds: number;
}

/** A slot for each of several holders. */
export interface SlotsRequest {
  readonly projectId: string;
  /** All different. */
  readonly holders: readonly string[];
  readonly leaseSeconds: number;
}

export interface DialledCall {
  readonly callId: string;
  readonly projectId: string;
}

/** Why fewer slots were granted than requested; null: nothing was refused. */
export type CapacityRefusal = 'not_configured' | 'exhausted' | null;

export interface ProjectCapacity {
  readonly client: CapacityLimit;
  /** The project's own limit, if it has one. */
  readonly project: CapacityLimit | null;
  /** Slots that a dial of the project could take now. */
  readonly available: number;
  /** The slots that the project's dials could take without a call in progress. */
  readonly limit: number;
}

interface LimitRow {
  readonly project_id: string;
  readonly concurrency_limit: number;
  readonly reserved_inbound: number;
  readonly inbound: number;
  readonly outbound: number;
}

const IDLE = { inbound: 0, outbound: 0 };

/**
 * Slots for outbound calls (capacity section 2). Enter the unit of work with `{ serializeBy:
 * 'capacity' }`: requests of this process that wait for others then hold no connection. All methods
 * work in the caller's unit of work of the tenant's store: a slot is taken when it commits. From
 * the first claim to its commit other requests of the tenant wait, so claim slots late in the unit
 * of work and do little afterwards. A refusal is counted only if the unit of work commits: commit
 * before you respond with 429.
 */
@Injectable()
export class Capacity {
  constructor(private readonly clock: Clock) {}

  /** Takes up to `count` slots under one name. A holder that already has slots gets none. */
  async acquire(
    tx: UnitOfWork,
    { projectId, holder, count = 1, leaseSeconds }: SlotRequest,
  ): Promise<{ readonly granted: number; readonly refusal: CapacityRefusal }> {
    const slots = Array.from({ length: count }, (_, index) => ({ holder, slot: index + 1 }));
    const { granted, refusal } = await this.acquireSlots(tx, projectId, slots, leaseSeconds);
    return { granted: granted.length, refusal };
  }

  /**
   * Takes a slot for each holder, in order, in one statement. A holder that already has one gets
   * none.
   */
  acquireEach(
    tx: UnitOfWork,
    { projectId, holders, leaseSeconds }: SlotsRequest,
  ): Promise<{ readonly granted: readonly string[]; readonly refusal: CapacityRefusal }> {
    return this.acquireSlots(
      tx,
      projectId,
      holders.map((holder) => ({ holder, slot: 1 })),
      leaseSeconds,
    );
  }

  /**
   * Extends the slots of the holders to this many seconds from now.
   * @returns those that still have one; the slots of others became free, and another holder may
   *   have them
   */
  async renew(
    tx: StoreReader,
    holders: string | readonly string[],
    leaseSeconds: number,
  ): Promise<ReadonlySet<string>> {
    const rows = await tx.query<{ holder: string }>(RENEW_SLOTS, [[holders].flat(), leaseSeconds]);
    return new Set(rows.map(({ holder }) => holder));
  }

  /** Frees all slots of these holders; a holder without slots is not an error. */
  async release(tx: StoreReader, holders: string | readonly string[]): Promise<void> {
    await tx.query(RELEASE_SLOTS, [[holders].flat()]);
  }

  /**
   * Records that dials became these calls: the slots of the dials count, and the slots that the
   * calls got by their own reports become free (capacity 3.3). `LiveCalls` frees slots of later
   * reports as soon as `DialledCalls` knows the calls: store those in the same unit of work.
   */
  async countAsDials(tx: StoreReader, calls: readonly DialledCall[]): Promise<void> {
    if (calls.length === 0) return;
    const ids = calls.map(({ callId }) => callId);
    await tx.query(MEET_CALLS, [ids, calls.map(({ projectId }) => projectId)]);
    await tx.query(FREE_CALLS, [ids]);
  }

  /** Whether the client may dial at all: without its own limit nothing is granted. */
  async isConfigured(db: StoreReader, projectId: string): Promise<boolean> {
    return (await this.limitsOf(db, projectId)) !== null;
  }

  /** The limits of a project and their free slots; null: the client has no limit. */
  async limitsOf(db: StoreReader, projectId: string): Promise<ProjectCapacity | null> {
    const rows = await db.query<LimitRow>(LIMITS_OF_PROJECT, [projectId]);
    const client = rows.find((row) => row.project_id === '');
    if (!client) return null;
    const project = rows.find((row) => row.project_id === projectId);
    return {
      client: limitOf(client),
      project: project ? limitOf(project) : null,
      available: Math.min(...rows.map((row) => availableUnder(limitOf(row), row))),
      limit: Math.min(...rows.map((row) => availableUnder(limitOf(row), IDLE))),
    };
  }

  private async acquireSlots(
    tx: UnitOfWork,
    projectId: string,
    slots: readonly { readonly holder: string; readonly slot: number }[],
    leaseSeconds: number,
  ): Promise<{ granted: string[]; refusal: CapacityRefusal }> {
    if (slots.length === 0) return { granted: [], refusal: null };
    const [limit] = await tx.query<{ sample_due_at: Date | null }>(LOCK_CLIENT_LIMIT);
    if (!limit) return { granted: [], refusal: 'not_configured' };
    const now = this.clock.now();
    const rows = await tx.query<{ holder: string }>(TAKE_SLOTS, [
      projectId,
      slots.map(({ holder }) => holder),
      slots.map(({ slot }) => slot),
      leaseSeconds,
      now,
    ]);
    if (rows.length > 0) await this.haveSampled(tx, limit.sample_due_at, now);
    return {
      granted: rows.map(({ holder }) => holder),
      refusal: rows.length < slots.length ? 'exhausted' : null,
    };
  }

  /** Once a minute is enough, however many slots are taken. */
  private async haveSampled(tx: UnitOfWork, lastDueAt: Date | null, now: Date): Promise<void> {
    if (lastDueAt?.getTime() !== nextMinute(now).getTime()) await askForNotedSample(tx, now);
  }
}

const limitOf = (row: LimitRow): CapacityLimit => ({
  concurrencyLimit: row.concurrency_limit,
  reservedInbound: row.reserved_inbound,
});
