import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config/settings.js';
import { mayTake, mayWait, type BodyHolder } from './body-share.policy.js';

declare module '../../shared/platform-request.js' {
  interface PlatformRequest {
    /** The memory its body may take; given back when the work on the request is over. */
    bodyLease?: BodyLease;
  }
}

// An ordinary batch is done within a second; waiting longer only moves the queue from the callers
// to us.
const MAX_WAIT_MS = 1_000;

// Each waits with a connection and up to 128 KiB of a body that is not read yet: 8 MiB in all.
const MAX_WAITING = 64;
const MAX_WAITING_PER_HOLDER = 8;

/** When a refused caller may come back: a batch as large as it may be takes about as long. */
export const BUDGET_RETRY_SECONDS = 2;

interface Waiter {
  readonly holder: BodyHolder;
  readonly cost: number;
  readonly decide: (lease: BodyLease | null) => void;
}

/** Memory that one request body may take, until it is given back. */
export class BodyLease {
  constructor(
    private held: number,
    private readonly giveBack: (bytes: number) => void,
  ) {}

  /** Gives back the part of the memory that a body did not need. */
  shrinkTo(cost: number): void {
    if (cost >= this.held) return;
    this.giveBack(this.held - cost);
    this.held = cost;
  }

  /** To be called when the work on the request is over; repeating it does nothing. */
  release(): void {
    this.shrinkTo(0);
  }
}

/**
 * The memory that request bodies may take in this process, in all and for each holder. A request
 * takes it before its body is read. A request without room waits for a moment and is then refused;
 * only a limited number may wait.
 */
@Injectable()
export class BodyBudget {
  private readonly total: number;
  private readonly held = new Map<string, number>();
  private readonly waiting = new Set<Waiter>();
  private inUse = 0;
  private byStrangers = 0;
  private refused = 0;

  constructor(@Inject(SETTINGS) settings: Settings) {
    this.total = settings.bodies.memoryBytes;
  }

  /**
   * @param cost from bodyCost
   * @returns null when there is no room
   */
  acquire(holder: BodyHolder, cost: number): BodyLease | Promise<BodyLease | null> | null {
    if (this.hasRoom(holder, cost)) return this.take(holder, cost);
    if (mayWait(holder, cost, this.total) && this.hasPlace(holder)) return this.wait(holder, cost);
    this.refused += 1;
    return null;
  }

  /** Figures for operators; `refused` counts since the process started. */
  gauge(): { inUse: number; total: number; waiting: number; refused: number } {
    return { inUse: this.inUse, total: this.total, waiting: this.waiting.size, refused: this.refused };
  }

  private hasRoom(holder: BodyHolder, cost: number): boolean {
    const { total, inUse, byStrangers } = this;
    return mayTake(holder, cost, {
      total,
      inAll: inUse,
      byHolder: this.held.get(holder.name) ?? 0,
      byStrangers,
    });
  }

  private hasPlace({ name }: BodyHolder): boolean {
    if (this.waiting.size >= MAX_WAITING) return false;
    let own = 0;
    for (const waiter of this.waiting) if (waiter.holder.name === name) own += 1;
    return own < MAX_WAITING_PER_HOLDER;
  }

  private take(holder: BodyHolder, cost: number): BodyLease {
    this.add(holder, cost);
    return new BodyLease(cost, (bytes) => {
      this.add(holder, -bytes);
      this.admit();
    });
  }

  private add({ name, isStranger }: BodyHolder, bytes: number): void {
    this.inUse += bytes;
    if (isStranger) this.byStrangers += bytes;
    const held = (this.held.get(name) ?? 0) + bytes;
    if (held === 0) this.held.delete(name);
    else this.held.set(name, held);
  }

  private wait(holder: BodyHolder, cost: number): Promise<BodyLease | null> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.refused += 1;
        waiter.decide(null);
      }, MAX_WAIT_MS);
      const waiter: Waiter = {
        holder,
        cost,
        decide: (lease) => {
          clearTimeout(timer);
          this.waiting.delete(waiter);
          resolve(lease);
        },
      };
      this.waiting.add(waiter);
    });
  }

  /**
   * In order of arrival. A waiter that does not fit yet, or whose holder has its share, does not
   * delay the others.
   */
  private admit(): void {
    for (const waiter of this.waiting) {
      if (this.hasRoom(waiter.holder, waiter.cost)) waiter.decide(this.take(waiter.holder, waiter.cost));
    }
  }
}
