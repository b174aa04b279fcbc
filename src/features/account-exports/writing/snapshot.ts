import type { ExportSnapshot } from '../../../core/account-export/account-export.js';
import type { NamedQuery } from '../../../core/database/unit-of-work/named-query.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';

// A batch of calls with transcripts takes a few megabytes, and the next batch is read at the same
// time.
const BATCH_ROWS = 250;

/**
 * Rows by cursors of one transaction: the store sends a batch while the previous one is written.
 * @param signal ends the reading
 */
export function snapshotOf(auth: AuthContext, db: StoreReader, signal: AbortSignal): ExportSnapshot {
  let cursors = 0;
  const run = <R extends object>(text: string): Promise<R[]> => {
    const answer = db.query<R>({ name: '', text, ofStore: true }, []);
    // Awaited later; a failure before then must not count as unhandled.
    answer.catch(() => undefined);
    return answer;
  };
  return {
    auth,
    async *rows<R extends object>(
      { text }: NamedQuery,
      values: readonly unknown[] = [],
      batch = BATCH_ROWS,
    ): AsyncGenerator<R, void> {
      const name = `account_export_${(cursors += 1)}`;
      await db.query({ name: '', text: `DECLARE ${name} NO SCROLL CURSOR FOR ${text}` }, values);
      const fetch = `FETCH ${batch} FROM ${name}`;
      for (let next = run<R>(fetch); ;) {
        const rows = await next;
        signal.throwIfAborted();
        if (rows.length === batch) next = run<R>(fetch);
        yield* rows;
        if (rows.length < batch) break;
      }
      await run(`CLOSE ${name}`);
    },
  };
}

/** For files that are not read from a store. */
export const withoutStore = (auth: AuthContext): ExportSnapshot => ({
  auth,
  rows: () => {
    throw new Error('This file has no store.');
  },
});
