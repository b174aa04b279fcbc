import type { QueryResult } from 'pg';

/**
 * Holds the answer to a COMMIT against what was asked for. Where a statement of the transaction has
 * failed PostgreSQL rolls it back, and answers ROLLBACK instead of an error: work that went on
 * after the failure must not be told that it is done.
 * @throws Error when the transaction was to be committed and was not
 */
export function assertEnded(how: 'COMMIT' | 'ROLLBACK', { command }: Pick<QueryResult, 'command'>): void {
  if (command !== how)
    throw new Error('A statement of the transaction had failed, so that nothing of it was committed.');
}
