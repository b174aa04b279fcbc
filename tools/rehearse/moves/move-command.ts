import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { MOVE_STATES } from '#app/features/tenant-moves/rules/moves.policy.js';
import type { Deployment } from '../deployment.ts';
import { PRESENT } from '../tree.ts';

/** The states in which a command is killed, each in the middle of its work. */
const KILLED_IN = MOVE_STATES.filter((state) => state !== 'undone');
const INTO_STATE_MS = 150;

/**
 * Runs `move-tenant` until it ends.
 * @throws Error with its last line if it fails
 */
export async function moveTenant(
  deployment: Deployment,
  options: readonly string[],
  onLine: (line: string) => void,
): Promise<void> {
  const { lines, code } = await run(deployment, options, onLine);
  if (code !== 0) throw new Error(`move-tenant ${options.join(' ')} failed: ${lines.at(-1)}`);
}

/** Starts the same move once for each state, and kills the command in that state. */
export async function killInEachState(
  deployment: Deployment,
  options: readonly string[],
  onLine: (line: string) => void,
): Promise<number> {
  let killed = 0;
  for (const state of KILLED_IN) {
    const { signal } = await run(deployment, options, onLine, state);
    if (signal === null) continue;
    killed += 1;
    onLine(`the command is killed in ${state}`);
  }
  return killed;
}

async function run(
  deployment: Deployment,
  options: readonly string[],
  onLine: (line: string) => void,
  killIn?: string,
) {
  const command = spawn(
    process.execPath,
    [join(PRESENT.root, 'dist', 'operate.js'), 'move-tenant', ...options],
    { env: deployment.operatorEnvironment, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const ended = once(command, 'close') as Promise<[number | null, string | null]>;
  const lines: string[] = [];
  const read = async (input: NodeJS.ReadableStream): Promise<void> => {
    for await (const line of createInterface({ input })) {
      lines.push(line);
      onLine(line);
      if (killIn !== undefined && line.startsWith(`${killIn}: `))
        void delay(INTO_STATE_MS).then(() => command.kill('SIGKILL'));
    }
  };
  await Promise.all([read(command.stdout), read(command.stderr)]);
  const [code, signal] = await ended;
  return { lines, code, signal };
}
