import type { Logger } from 'pino';

/**
 * Bounds a shutdown: from the first SIGTERM or SIGINT on, the process is gone after `drainMs`, whether or not work is still
 * running. Until then Nest answers what is in flight.
 */
export function forceExitAfter(log: Logger, drainMs: number): void {
  const begin = (signal: string): void => {
    log.info({ msg: 'draining', signal });
    setTimeout(() => {
      log.error({ msg: 'drain limit reached; leaving with work unfinished' });
      process.exit(1);
    }, drainMs).unref();
  };
  process.once('SIGTERM', begin);
  process.once('SIGINT', begin);
}
