// Often enough to detect relevant stalls, at no measurable cost.
const BEAT_MS = 50;

// The shortest wait for a store (store-breaker.ts); a busy machine often stops a process for less.
const STALL_MS = 200;

// The longest wait for a store: a stall at its beginning counts.
const WINDOW_MS = 1000;

/** Whether a timeout in this process proves anything about the store. */
export interface EventLoopLag {
  readonly isSteady: boolean;
}

/**
 * Detects that this process itself was blocked: a deadline that passed during that time proves
 * nothing about the store.
 */
export class EventLoopLagMonitor implements EventLoopLag {
  private beatAt: number;
  private stalledAt = Number.NEGATIVE_INFINITY;
  private readonly timer: NodeJS.Timeout;

  /** @param now milliseconds of a monotonic clock */
  constructor(private readonly now: () => number = () => performance.now()) {
    this.beatAt = now();
    this.timer = setInterval(() => this.beat(), BEAT_MS).unref();
  }

  /** Whether the process was not blocked during the last second. */
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

/** One event loop, so one monitor for all breakers. */
export const EVENT_LOOP_LAG: EventLoopLag = new EventLoopLagMonitor();
