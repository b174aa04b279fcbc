import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A cold start of Nest takes two seconds; a minute means that it hangs. */
const UP_MS = 60_000;
/** The longest order is a round of row-by-row writes. */
const ORDER_MS = 120_000;
const DOWN_MS = 10_000;

/** See the Dockerfile. */
const AS_IN_THE_IMAGE = {
  NODE_OPTIONS: '--max-semi-space-size=8 --max-old-space-size=384',
  MALLOC_ARENA_MAX: '2',
};

type Message = Readonly<Record<string, unknown>>;

const running = new Set<ChildProcess>();

/** A separate process: the measured code and the measuring code never share an event loop. */
export interface Child {
  readonly pid: number;
  /** The port on which it listens, if it is a server. */
  readonly port: number;
  /** Sends an order and waits for its answer. */
  ask<T>(order: Message): Promise<T>;
  stop(): Promise<void>;
}

interface ChildOptions {
  readonly args?: readonly string[];
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Descriptor for the standard output, which is discarded without one. */
  readonly output?: number;
  /** Folder for a CPU profile, which is written when the child stops. */
  readonly profileTo?: string;
  /** Module that is loaded before the child's own. */
  readonly preload?: string;
}

/** Starts a module that sends `{ type: 'listening', port }` or `{ type: 'ready' }` over IPC. */
export async function startChild(module: string, options: ChildOptions = {}): Promise<Child> {
  const { args = [], environment = process.env, output = 'ignore', profileTo, preload } = options;
  if (profileTo !== undefined) mkdirSync(profileTo, { recursive: true });
  const child = fork(module, args, {
    // Not `production`, which refuses an identity provider without TLS.
    env: { ...environment, NODE_ENV: 'benchmark', ...AS_IN_THE_IMAGE },
    execArgv: [
      ...(profileTo === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileTo}`]),
      ...(preload === undefined ? [] : ['--import', preload]),
    ],
    stdio: ['ignore', output, 'inherit', 'ipc'],
    // Buffers are transferred as they are; JSON would turn them into lists of numbers.
    serialization: 'advanced',
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const up = await nextMessage(child, module, UP_MS);
  return {
    pid: child.pid ?? 0,
    port: typeof up['port'] === 'number' ? up['port'] : 0,
    ask: async <T>(order: Message) => {
      child.send(order);
      const answer = await nextMessage(child, module, ORDER_MS);
      if (typeof answer['failure'] === 'string') throw new Error(`${module}: ${answer['failure']}`);
      return answer as T;
    },
    stop: () => stop(child),
  };
}

/**
 * Runs one of our commands and waits for it to end.
 * @throws when it fails or takes too long
 * @param withinMs how long it may take
 */
export async function runToEnd(
  module: string,
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  withinMs: number,
): Promise<void> {
  const child = fork(module, args, {
    env: { ...environment, NODE_ENV: 'benchmark' },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  running.add(child);
  const timer = setTimeout(() => child.kill('SIGKILL'), withinMs);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(timer);
  running.delete(child);
  if (code !== 0) throw new Error(`${module} ended with ${code ?? 'a signal'}.`);
}

/** Ends every child that is still running; used at the deadline of the whole run. */
export function killChildren(): void {
  for (const child of running) child.kill('SIGKILL');
}

/**
 * The child's side of `ask`: processes orders one after another, and exits when the parent is gone.
 */
export function answerOrders(work: (order: Message) => Promise<object>): void {
  process.on('message', (order: Message) => {
    work(order).then(
      (answer) => process.send?.(answer),
      (error: unknown) => process.send?.({ failure: String(error) }),
    );
  });
  process.once('disconnect', () => process.exit());
  process.send?.({ type: 'ready' });
}

/** Reports that the server of a floor listens; it exits when the parent is gone. */
export function announce(port: number): void {
  process.once('disconnect', () => process.exit());
  process.send?.({ type: 'listening', port });
}

/** The resident memory now, or its peak, as Linux counts it. */
export function residentMegabytes(pid: number, which: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kilobytes = new RegExp(`^${which}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
  return Math.round((Number(kilobytes) * 1024) / 1e6);
}

/** Path of a built module of the application. */
export const built = (module: string): string => join(import.meta.dirname, '../../dist', module);

async function nextMessage(child: ChildProcess, name: string, withinMs: number): Promise<Message> {
  const wait = new AbortController();
  const signal = AbortSignal.any([wait.signal, AbortSignal.timeout(withinMs)]);
  try {
    const [message] = (await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(() => Promise.reject(new Error(`${name} ended.`))),
    ])) as [Message];
    return message;
  } finally {
    wait.abort();
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (!running.has(child)) return;
  const exited = once(child, 'exit');
  const timer = setTimeout(() => child.kill('SIGKILL'), DOWN_MS);
  // Closing the IPC channel ends floors; SIGTERM ends our processes, as in production.
  child.kill('SIGTERM');
  await exited;
  clearTimeout(timer);
}
