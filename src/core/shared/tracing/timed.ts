import { currentStoreUse } from '../request-context.js';

/** Adds the time that work takes, even if it fails, to the current request. */
export async function timed<T>(what: 'poolMs' | 'databaseMs', work: () => Promise<T>): Promise<T> {
  const use = currentStoreUse();
  if (use === null) return work();
  const started = performance.now();
  try {
    return await work();
  } finally {
    use[what] += performance.now() - started;
  }
}
