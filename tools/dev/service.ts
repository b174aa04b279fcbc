import { fork } from 'node:child_process';
import { once } from 'node:events';
import { StartError } from './files.ts';
import { processIdentity } from './processes.ts';
import { keepLog } from './service-log.ts';

/**
 * Longer than the API's own drain limit (20 s by default), so that it is cut off only when it
 * hangs.
 */
export const STOP_MS = 25_000;

interface ServiceOptions {
  readonly name: string;
  /** Compiled module to run. */
  readonly module: string;
  readonly environment: Record<string, string | undefined>;
  readonly logFile: string;
  readonly print: (line: string) => void;
}

/**
 * A child process of the platform. It ends by itself when its IPC channel closes, that is when we
 * are killed.
 */
export interface Service {
  readonly name: string;
  readonly pid: number;
  readonly identity: string | null;
  /** Ends with the process and says how: `code 1`, `signal SIGKILL`. */
  readonly exited: Promise<string>;
  /**
   * The first message of the type. @throws StartError when the process ends or the deadline passes
   * before
   */
  message(type: string, deadlineMs: number): Promise<Readonly<Record<string, unknown>>>;
  /** SIGTERM, and SIGKILL when it has not ended in time. */
  stop(): Promise<void>;
  kill(): void;
}

/** Starts a service. */
export function startService(options: ServiceOptions): Service {
  const { name } = options;
  const child = fork(options.module, [], {
    env: options.environment,
    // A session of its own: Ctrl-C in the terminal reaches us alone, and we stop things in their
    // order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const messages = new Map<string, Readonly<Record<string, unknown>>>();
  child.on('message', (message: unknown) => {
    if (typeof message !== 'object' || message === null || !('type' in message)) return;
    messages.set(String(message.type), message);
    child.emit('platform-message');
  });
  const { stdout, stderr } = child;
  if (stdout && stderr) keepLog(name, options.logFile, { stdout, stderr }, options.print);
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `code ${code}`));
  });
  const isOver = () => child.exitCode !== null || child.signalCode !== null;

  return {
    name,
    pid: child.pid ?? 0,
    identity: processIdentity(child.pid ?? 0),
    exited,
    message: async (type, deadlineMs) => {
      const deadline = AbortSignal.timeout(deadlineMs);
      for (;;) {
        const message = messages.get(type);
        if (message) return message;
        const end = await Promise.race([
          once(child, 'platform-message', { signal: deadline }).then(() => null),
          exited,
        ]).catch(() => `no answer within ${deadlineMs / 1000} s`);
        if (end !== null) throw new StartError(`The ${name} did not start: ${end} (see ${options.logFile}).`);
      }
    },
    stop: async () => {
      if (isOver()) return;
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      await exited;
      clearTimeout(timer);
    },
    kill: () => {
      child.kill('SIGKILL');
    },
  };
}
