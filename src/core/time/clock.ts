import { Injectable } from '@nestjs/common';

/** The only source of "now" in the service; tests supply one that they move themselves. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }

  /**
   * The instant that all processes use for shared counts. Null: the clock of their store, because a
   * process's own clock may be wrong.
   */
  shared(): Date | null {
    return null;
  }
}

/** Unix seconds of the machine's clock, which jsonwebtoken uses; everything else uses Clock. */
export const machineSeconds = (): number => Math.floor(Date.now() / 1000);

let lastMs = 0;
let lastTime = '';

/**
 * The time field of a log line for pino, from the machine's clock. The lines of one millisecond
 * share it, because formatting a date costs as much as the rest of a line.
 */
export function logTime(): string {
  const now = Date.now();
  if (now !== lastMs) {
    lastMs = now;
    lastTime = `,"time":"${new Date(now).toISOString()}"`;
  }
  return lastTime;
}
