import { setFlagsFromString } from 'node:v8';
import type { Logger } from 'pino';
import { SettingsError } from './config/environment-tables.js';
import { classifyDriverError } from './core/database/driver/driver-errors.js';
import { currentJob, currentRequestId } from './core/shared/request-context.js';
import { scrubPersonalData } from './core/privacy/masking/redaction.policy.js';
import { differenceOfZoneData, zoneData } from './core/time/zone-data.policy.js';

// Enough to find the line that threw, in our code or in a package.
const MAX_FRAMES = 5;

/** The command line cannot be executed; the message says what is allowed. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

// With many requests in progress, objects of a request often survive a minor garbage collection. V8
// then allocates such objects in the old generation, and collects the whole heap several times a
// second (docs/benchmarks.md, "Short lives").
setFlagsFromString('--no-allocation-site-pretenuring');

/**
 * Runs the start of a process. It reports faults of the settings or of the command line in plain
 * words, and any other error with its stack. Then the process exits: with status 2 if the command
 * line has to change, else 1.
 */
export async function runProcess(name: string, start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    const text = explanationOf(error);
    process.stderr.write(`${name} cannot start. ${scrubPersonalData(text)}\n`);
    process.exit(error instanceof UsageError ? 2 : 1);
  }
}

/** Explains to an operator why a start failed. */
export function explanationOf(error: unknown): string {
  if (error instanceof SettingsError || error instanceof UsageError) return error.message;
  const fault = classifyDriverError(error);
  if (fault?.kind === 'unavailable') return explainUnavailable(fault.code ?? 'no code');
  return (error as Error).stack ?? String(error);
}

// PostgreSQL's codes for a refused start begin with a digit: the server has answered. Node's codes
// do not.
const explainUnavailable = (code: string): string =>
  /^\d/.test(code)
    ? `A database refuses the connection (${code}). Check the user, the password and the database in its address, the rules of ` +
      "pg_hba.conf, and the server's log."
    : `A database does not answer (${code}). Is it running?`;

/**
 * Ends the process after an uncaught error, as Node does, with a log line that names the error, its
 * place and the job or request around it (operations 6.7). State is unknown after such an error, so
 * a supervisor restarts the process; an interrupted job runs again after its lease.
 */
export function exitOnUncaught(log: Logger): void {
  process.on('uncaughtException', (error) => {
    log.fatal(describeUncaught(error));
    process.exit(1);
  });
}

/** Tells operators if this process has two versions of zone data (requests 9.11). */
export function warnAboutZoneData(log: Logger): void {
  const data = zoneData();
  const difference = differenceOfZoneData(data);
  if (difference !== null) log.warn({ msg: 'zone data of different versions', ...data, meaning: difference });
}

/**
 * The message of an error may contain personal data; its name and the first frames of its stack do
 * not.
 */
export function describeUncaught(error: unknown): object {
  const frames =
    error instanceof Error ? (error.stack ?? '').split('\n').filter((it) => /^\s+at /.test(it)) : [];
  return {
    msg: 'uncaught error',
    error: error instanceof Error ? error.name : typeof error,
    at: frames.slice(0, MAX_FRAMES).map((it) => it.trim()),
    job: currentJob() ?? undefined,
    request_id: currentRequestId() ?? undefined,
  };
}

/**
 * Under a supervisor that talks over IPC: exits when the supervisor has gone, and sends it the
 * expected message.
 */
export function exitWithParent(message: object): void {
  if (!process.send) return;
  const leave = (): void => void process.kill(process.pid, 'SIGTERM');
  // It may have gone while this process was still starting.
  if (!process.connected) return leave();
  process.once('disconnect', leave);
  process.send(message);
}

/**
 * Limits a shutdown: after the first SIGTERM or SIGINT the process exits within `drainMs`, even if
 * work is still running. Until then Nest answers running requests.
 */
export function forceExitAfter(log: Logger, drainMs: number): void {
  const begin = (signal: string): void => {
    log.info({ msg: 'draining', signal });
    setTimeout(() => {
      log.error({ msg: 'drain limit reached; exiting with unfinished work' });
      process.exit(1);
    }, drainMs).unref();
  };
  process.once('SIGTERM', begin);
  process.once('SIGINT', begin);
}
