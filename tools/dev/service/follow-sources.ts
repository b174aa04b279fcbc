import type { Lifecycle } from '../lifecycle.ts';
import { servePages } from '../pages-server.ts';
import { watchSources } from './watch-sources.ts';

interface Loop {
  readonly host: string;
  /** The port that browsers use. */
  readonly port: number;
  readonly apiPort: number;
  readonly lifecycle: Lifecycle;
  /** Stops the API and the worker and starts them with the current code. */
  readonly restart: () => Promise<void>;
  readonly progress: (message: string) => void;
  readonly warn: (line: string) => void;
}

/**
 * Watches the sources until the lifecycle ends: pages update immediately, and the API and the
 * worker are recompiled and restarted on the same databases.
 */
export async function followSources({ lifecycle, restart, progress, warn, ...ports }: Loop): Promise<void> {
  let up: Promise<unknown> = Promise.resolve();
  await lifecycle.hold(servePages({ ...ports, apiIsUp: () => up }), (server) => server.stop());
  const restartAndTell = async (): Promise<void> => {
    const began = performance.now();
    const restarted = restart();
    // If it fails, a request gets the proxy's error.
    up = restarted.catch(() => undefined);
    await restarted;
    progress(`restarted in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  };
  const watched = watchSources(restartAndTell, warn);
  lifecycle.onClose(() => watched.stop());
}
