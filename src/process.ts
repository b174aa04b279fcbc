import { SettingsError } from './config/settings.js';
import { scrubPersonalData } from './core/privacy/redaction.policy.js';

/**
 * Runs the start of a process: what is wrong with the settings is said in plain words, anything else with its
 * stack, and either way the process leaves with status 1.
 */
export async function runProcess(name: string, start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    const text = error instanceof SettingsError ? error.message : ((error as Error).stack ?? String(error));
    process.stderr.write(`${name} cannot start. ${scrubPersonalData(text)}\n`);
    process.exit(1);
  }
}

/** Under a supervisor that talks over IPC: leave when it is gone, and tell it what it waits for. */
export function followSupervisor(message: object): void {
  if (!process.send) return;
  const leave = (): void => void process.kill(process.pid, 'SIGTERM');
  // It may have gone while this process was still starting.
  if (!process.connected) return leave();
  process.once('disconnect', leave);
  process.send(message);
}
