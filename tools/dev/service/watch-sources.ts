import { once } from 'node:events';
import { watch } from 'chokidar';
import { compileSource, SOURCES } from './service-sources.ts';

/** An editor saves in several steps, and a checkout changes many files. */
const SETTLED_MS = 50;

interface Watch {
  /** Settles once changes are noticed. */
  readonly ready: Promise<unknown>;
  stop(): Promise<void>;
}

/**
 * Reports the paths below a folder that have changed. On Linux, `fs.watch` would lose a file that an
 * editor or a checkout replaces.
 */
export function watchFolder(folder: string, report: (paths: readonly string[]) => void): Watch {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(folder, { cwd: folder, ignoreInitial: true });
  watcher.on('all', (_event, path) => {
    changed.add(path);
    clearTimeout(timer);
    timer = setTimeout(() => {
      const paths = [...changed];
      changed.clear();
      report(paths);
    }, SETTLED_MS);
  });
  return {
    ready: once(watcher, 'ready'),
    stop: async () => {
      clearTimeout(timer);
      await watcher.close();
    },
  };
}

/**
 * Compiles changed sources of the service, and restarts the affected processes. Restarts do not
 * overlap; changes during one are handled by the next.
 */
export function watchSources(
  restart: () => Promise<void>,
  warn: (line: string) => void,
): { stop(): Promise<void> } {
  const changed = new Set<string>();
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
  const sources = watchFolder(SOURCES, (paths) => {
    for (const path of paths) changed.add(path);
    turn = turn.then(work);
  });
  return {
    stop: async () => {
      await sources.stop();
      await turn;
    },
  };
}
