// Often enough to see a stall that matters; it costs a process nothing.
const BEAT_MS = 50;

// The shortest wait for a store (store-breaker.ts). A busy machine often stops a process for less
// than this.
const STALL_MS = 200;

// The longest wait for a store: a stall that began with it counts as well.
const WINDOW_MS = 1000;

/** Whether what this process waited for in vain says anything about those it waited for. */
export interface EventLoopLag {
  readonly isSteady: boolean;
}

/**
 * Detects that this process itself stood still, because its event loop was held or the machine gave
 * it no time. A deadline that passed during such a stall says nothing about the store.
 */
export class EventLoopLagMonitor implements EventLoopLag {
  private beatAt: number;
  private stalledAt = Number.NEGATIVE_INFINITY;
  private readonly timer: NodeJS.Timeout;

  /** @param now milliseconds of a clock that is never set */
  constructor(private readonly now: () => number = () => performance.now()) {
    this.beatAt = now();
    this.timer = setInterval(() => this.beat(), BEAT_MS).unref();
  }

  /** Whether the process has had its time all through the last second. */
  get isSteady(): boolean {
    this.beat();
    return this.now() - this.stalledAt > WINDOW_MS;
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private beat(): void {
    const now = this.now();
    if (now - this.beatAt > STALL_MS) this.stalledAt = now;
    this.beatAt = now;
  }
}

/** There is one loop in a process, and all its breakers ask this. */
export const EVENT_LOOP_LAG: EventLoopLag = new EventLoopLagMonitor();
