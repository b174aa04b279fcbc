import { Clock } from '../../src/core/time/clock.js';

/** A Clock that moves only when a test moves it. */
export class TestClock extends Clock {
  constructor(private current: Date = new Date()) {
    super();
  }

  override now(): Date {
    return new Date(this.current);
  }

  /** Processes of a test share this clock. */
  override shared(): Date {
    return this.now();
  }

  set(instant: Date | string): void {
    this.current = new Date(instant);
  }

  advance(ms: number): void {
    this.current = new Date(this.current.getTime() + ms);
  }
}
