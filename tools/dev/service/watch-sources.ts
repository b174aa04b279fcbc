import { watch } from 'node:fs';
import { compileSource, SOURCES } from './service-sources.ts';

/** An editor saves in several steps, and a checkout changes many files. */
const SETTLED_MS = 50;

/**
 * Compiles changed sources of the service, and restarts the affected processes. Restarts do not
 * overlap; changes during one are handled by the next.
 */
export function watchSources(
  restart: () => Promise<void>,
  warn: (line: string) => void,
): { stop(): Promise<void> } {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let turn = Promise.resolve();
  const work = async (): Promise<void> => {
    const paths = [...changed];
    changed.clear();
    try {
      if (paths.map((path) => compileSource(path)).includes(true)) await restart();
    } catch (error) {
      warn(error instanceof Error ? error.message : String(error));
    }
  };
  const watcher = watch(SOURCES, { recursive: true }, (_event, path) => {
    if (path === null) return;
    changed.add(path);
    clearTimeout(timer);
    timer = setTimeout(() => {
      turn = turn.then(work);
    }, SETTLED_MS);
  });
  return {
    stop: async () => {
      watcher.close();
      clearTimeout(timer);
      await turn;
    },
  };
}
