let lastMs = 0;
let lastTime = '';

/**
 * The time field of a log line, as pino wants it: a fragment of JSON. It is the machine's time and not the
 * Clock's: a log tells when things really happened. Formatting a date costs as much as the rest of a line, so the
 * lines of one millisecond share it.
 */
export function logTime(): string {
  const now = Date.now();
  if (now !== lastMs) {
    lastMs = now;
    lastTime = `,"time":"${new Date(now).toISOString()}"`;
  }
  return lastTime;
}
