import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config/settings.js';
import { mayTake, type BodyHolder } from './body-memory.policy.js';

declare module '../../shared/platform-request.js' {
  interface PlatformRequest {
    /** The memory reserved for its body, released when the request is finished. */
    bodyLease?: BodyLease;
  }
}

/** When a refused caller may retry: the largest batch takes about as long. */
export const BUDGET_RETRY_SECONDS = 2;

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

  /** Repeating it does nothing. */
  release(): void {
    this.shrinkTo(0);
  }
}

/**
 * The memory for request bodies in this process, in total and per holder. A request reserves it
 * before its body is read.
 */
@Injectable()
export class BodyBudget {
  private readonly total: number;
  private readonly held = new Map<string, number>();
  private inUse = 0;
  private byStrangers = 0;
  private refused = 0;

  constructor(@Inject(SETTINGS) settings: Settings) {
    this.total = settings.bodies.memoryBytes;
  }

  /** @returns null when there is no room */
  acquire(holder: BodyHolder, cost: number): BodyLease | null {
    const { total, inUse: inAll, byStrangers } = this;
    const byHolder = this.held.get(holder.name) ?? 0;
    if (!mayTake(holder, cost, { total, inAll, byHolder, byStrangers })) {
      this.refused += 1;
      return null;
    }
    this.add(holder, cost);
    return new BodyLease(cost, (bytes) => this.add(holder, -bytes));
  }

  /** Figures for operators; `refused` counts since the process started. */
  gauge(): { inUse: number; total: number; refused: number } {
    return { inUse: this.inUse, total: this.total, refused: this.refused };
  }

  private add({ name, isStranger }: BodyHolder, bytes: number): void {
    this.inUse += bytes;
    if (isStranger) this.byStrangers += bytes;
    const held = (this.held.get(name) ?? 0) + bytes;
    if (held === 0) this.held.delete(name);
    else this.held.set(name, held);
  }
}
