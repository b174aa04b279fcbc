import { Injectable } from '@nestjs/common';

/** The only source of "now" in the service; tests hand in one they move by hand. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }

  /**
   * The instant of what all processes count together: null, which is the clock of their store. A
   * process whose clock is wrong would count in a time of its own.
   */
  shared(): Date | null {
    return null;
  }
}

/**
 * Unix seconds by the machine's own clock, by which jsonwebtoken compares too; everything else asks
 * Clock.
 */
export const machineSeconds = (): number => Math.floor(Date.now() / 1000);

let lastMs = 0;
let lastTime = '';

/**
 * The time field of a log line, as pino wants it: a fragment of JSON. It is the machine's time and
 * not the Clock's: a log tells when things really happened. Formatting a date costs as much as the
 * rest of a line, so the lines of one millisecond share it.
 */
export function logTime(): string {
  const now = Date.now();
  if (now !== lastMs) {
    lastMs = now;
    lastTime = `,"time":"${new Date(now).toISOString()}"`;
  }
  return lastTime;
}
