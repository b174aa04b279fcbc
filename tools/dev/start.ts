import { loadDevSettings } from './settings.ts';
import { SettingsError } from '#app/config/environment-tables.js';
import { StartError } from './files.ts';
import { Lifecycle } from './lifecycle.ts';
import { Platform } from './platform.ts';

/**
 * npm forwards a Ctrl-C that the terminal has already delivered: a repetition within this time
 * counts once.
 */
const SAME_SIGNAL_MS = 2_000;

const began = performance.now();
const progress = (message: string) => {
  const seconds = ((performance.now() - began) / 1000).toFixed(1).padStart(6);
  process.stdout.write(`${seconds} s  ${message}\n`);
};
const warn = (line: string) => process.stderr.write(`${line}\n`);

// The reader of our output may exit (`npm start | head`): the database must still be stopped.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

/**
 * Starts the platform, waits for a signal or a crash, and stops it.
 * @returns the exit code
 */
async function main(): Promise<number> {
  const lifecycle = new Lifecycle();
  let failure: unknown = null;
  let platform: Platform | null = null;
  let askedAt: number | null = null;
  const onSignal = () => {
    if (askedAt === null) {
      askedAt = performance.now();
      progress('stopping');
      lifecycle.requestStop();
    } else if (performance.now() - askedAt > SAME_SIGNAL_MS) {
      platform?.killServices();
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  process.on('uncaughtException', (error) => {
    if (!lifecycle.isStopping) failure ??= error;
    lifecycle.requestStop();
  });
  try {
    platform = new Platform(loadDevSettings(), lifecycle, progress, warn, process.argv.includes('--watch'));
    await platform.run();
  } catch (error) {
    if (!lifecycle.isStopping) failure = error;
  }
  lifecycle.requestStop();
  await lifecycle.close((error) => warn(describe(error)));
  if (failure === null) {
    progress('stopped');
    return 0;
  }
  warn(describe(failure));
  return 1;
}

function describe(error: unknown): string {
  if (error instanceof StartError || error instanceof SettingsError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

process.exit(await main());
