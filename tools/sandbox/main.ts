import { SandboxRuntime } from './runtime.ts';
import { loadSandboxSettings, SandboxSettingsError } from './settings.ts';

/** Runs the sandbox until it is stopped. Settings: docs/operations.md. @returns the exit code */
async function main(): Promise<number> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort());
  // Under `npm start`: must not outlive it.
  process.once('disconnect', () => stop.abort());
  try {
    const { apiKeys, ...settings } = loadSandboxSettings(process.env);
    const runtimes = apiKeys.map((apiKey) =>
      runOne(new SandboxRuntime({ ...settings, apiKey }), apiKey, stop),
    );
    process.send?.({ type: 'ready' });
    const succeeded = await Promise.all(runtimes);
    return succeeded.every(Boolean) ? 0 : 1;
  } catch (error) {
    const text = error instanceof SandboxSettingsError ? error.message : String(error);
    process.stderr.write(`The sandbox runtime has ended. ${text}\n`);
    return 1;
  }
}

/**
 * A refused key, as for a suspended client, does not end the other runtimes.
 * @returns whether it ended as requested
 */
async function runOne(runtime: SandboxRuntime, apiKey: string, stop: AbortController): Promise<boolean> {
  try {
    await runtime.run(stop.signal);
    return true;
  } catch (error) {
    const prefix = apiKey.slice(0, apiKey.lastIndexOf('_'));
    process.stderr.write(`The sandbox runtime of ${prefix} has ended. ${String(error)}\n`);
    return false;
  }
}

process.exit(await main());
