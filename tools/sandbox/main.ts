import { SandboxRuntime } from './runtime.ts';
import { loadSandboxSettings, SandboxSettingsError } from './settings.ts';

/** Runs the sandbox until it is told to stop. Settings: docs/operations.md. @returns the exit code */
async function main(): Promise<number> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort());
  // Under `npm start`: not to outlive it.
  process.once('disconnect', () => stop.abort());
  try {
    const runtime = new SandboxRuntime(loadSandboxSettings(process.env));
    process.send?.({ type: 'ready' });
    await runtime.run(stop.signal);
    return 0;
  } catch (error) {
    const text = error instanceof SandboxSettingsError ? error.message : String(error);
    process.stderr.write(`The sandbox runtime has ended. ${text}\n`);
    return 1;
  }
}

process.exit(await main());
