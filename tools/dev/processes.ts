import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { platform } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Distinguishes this process from a later one with the same pid: boot and start time.
 * @returns null if there is no such process, or only its zombie
 */
export function processIdentity(pid: number): string | null {
  try {
    if (platform() !== 'linux') {
      const [state = '', ...started] = ps(pid, 'stat=,lstart=').split(/\s+/);
      return state === '' || state.startsWith('Z') ? null : started.join(' ');
    }
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command name in brackets may itself contain spaces and brackets: fields are counted after
    // the last bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return null;
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}/${fields[19]}`;
  } catch {
    return null;
  }
}

/**
 * The command line of a process, split into arguments if the system allows it; empty if it is gone.
 */
export function commandLine(pid: number): readonly string[] {
  try {
    if (platform() !== 'linux') return ps(pid, 'command=').split(/\s+/);
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

/**
 * The variables that move the clock of this process (`test/support/shifted-clock.c`): a child
 * process with its own environment gets them too, so that both see the same time.
 */
export const movedClock = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => /^(LD_PRELOAD|CLOCK_SHIFT_SECONDS)$/.test(name)),
  );

function ps(pid: number, columns: string): string {
  return execFileSync('ps', ['-p', String(pid), '-o', columns], { encoding: 'utf8' }).trim();
}

/** Sends a signal to a process that may have ended already. */
export function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Often enough to show progress, and rarely enough to keep other output readable. */
const SAY_EVERY_MS = 10_000;

/**
 * Waits for work that ends on its own, however busy the machine is, and reports from time to time
 * what it is waiting for.
 */
export async function patiently<T>(
  what: string | (() => string),
  work: Promise<T>,
  say: (line: string) => void,
): Promise<T> {
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += SAY_EVERY_MS / 1000;
    say(`still waiting for ${typeof what === 'string' ? what : what()} (${seconds} s)`);
  }, SAY_EVERY_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

/**
 * Repeats a check until the condition holds.
 * @returns whether it held before the deadline (milliseconds)
 */
export async function until(
  condition: () => boolean | Promise<boolean>,
  deadlineMs = Infinity,
  everyMs = 20,
  signal?: AbortSignal,
): Promise<boolean> {
  const end = performance.now() + deadlineMs;
  while (!(await condition())) {
    if (performance.now() >= end) return false;
    await delay(everyMs, undefined, signal ? { signal } : {});
  }
  return true;
}
