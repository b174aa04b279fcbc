import { fork } from 'node:child_process';
import { once } from 'node:events';
import { StartError } from '../files.ts';
import { processIdentity } from '../processes.ts';
import { keepLog } from './service-log.ts';

/**
 * Longer than the API's own drain limit (20 s by default), so that it is killed only if it hangs.
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
 * A child process of the platform. It ends on its own when its IPC channel closes, which happens if
 * we are killed.
 */
export interface Service {
  readonly name: string;
  readonly pid: number;
  readonly identity: string | null;
  /** Resolves when the process ends, with the reason: `code 1`, `signal SIGKILL`. */
  readonly exited: Promise<string>;
  /**
   * The first message of the type, however long a busy machine takes.
   * @throws StartError with its last lines if the process ends first
   */
  message(type: string): Promise<Readonly<Record<string, unknown>>>;
  /** The error of a start whose process ended. */
  failure(end: string): StartError;
  /** Sends SIGTERM, and SIGKILL if the process has not ended in time (by default STOP_MS). */
  stop(withinMs?: number): Promise<void>;
  kill(): void;
}

export function startService(options: ServiceOptions): Service {
  const { name } = options;
  const child = fork(options.module, [], {
    env: options.environment,
    // Its own session: Ctrl-C in the terminal reaches only us, and we stop processes in order.
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
  const lastLines =
    stdout && stderr ? keepLog(name, options.logFile, { stdout, stderr }, options.print) : () => [];
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    // 'close' follows the last output, which 'exit' may precede.
    child.once('close', (code, signal) => resolve(signal ? `signal ${signal}` : `code ${code}`));
  });
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  const failure = (end: string) => {
    const lines = lastLines().map((line) => `\n  ${line}`);
    return new StartError(`The ${name} did not start: ${end} (see ${options.logFile}).${lines.join('')}`);
  };

  return {
    name,
    pid: child.pid ?? 0,
    identity: processIdentity(child.pid ?? 0),
    exited,
    message: async (type) => {
      for (;;) {
        const message = messages.get(type);
        if (message) return message;
        const end = await Promise.race([once(child, 'platform-message').then(() => null), exited]);
        if (end !== null) throw failure(end);
      }
    },
    failure,
    stop: async (withinMs = STOP_MS) => {
      if (isOver()) return;
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), withinMs);
      await exited;
      clearTimeout(timer);
    },
    kill: () => {
      child.kill('SIGKILL');
    },
  };
}
