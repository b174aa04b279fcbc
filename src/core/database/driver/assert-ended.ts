import type { QueryResult } from 'pg';

/**
 * Checks that a COMMIT succeeded: after a failed statement PostgreSQL answers ROLLBACK instead of
 * an error.
 * @throws Error when the transaction was to be committed and was not
 */
export function assertEnded(how: 'COMMIT' | 'ROLLBACK', { command }: Pick<QueryResult, 'command'>): void {
  if (command !== how) throw new Error('A statement of the transaction failed, so nothing was committed.');
}
