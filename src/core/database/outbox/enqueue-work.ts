import { currentRequestId } from '../../shared/request-context.js';
import { currentTraceparent } from '../../shared/tracing/tracing.js';
import { assertBelongs, type WorkKind } from '../../shared/work-kind.js';
import type { NamedQuery } from '../unit-of-work/named-query.js';
import { ENQUEUE_WORK, ENQUEUE_MISSING_WORK } from './enqueue-work.queries.js';

interface Statements {
  query(statement: NamedQuery, values: readonly unknown[]): Promise<unknown>;
}

export interface NewWorkItem<P> {
  readonly payload: P;
  readonly key?: string;
}

/**
 * Appends work items that exist from the commit on, in one statement. Work items of a key keep
 * their order if the transactions that append to it exclude each other.
 * @param notBefore earliest time of the work
 */
export async function enqueueWork<P extends object>(
  db: Statements,
  kind: WorkKind<P>,
  items: readonly NewWorkItem<NoInfer<P>>[],
  notBefore?: Date,
): Promise<void> {
  await append(ENQUEUE_WORK, db, kind, items, notBefore);
}

/**
 * The same for keys without a waiting work item, immediately due. An existing item begins after
 * this transaction has committed. A leased item does not count: its worker may already have read
 * the data.
 */
export async function enqueueMissingWork<P extends object>(
  db: Statements,
  kind: WorkKind<P>,
  items: readonly (NewWorkItem<NoInfer<P>> & { readonly key: string })[],
): Promise<void> {
  await append(ENQUEUE_MISSING_WORK, db, kind, items);
}

async function append<P extends object>(
  statement: NamedQuery,
  db: Statements,
  kind: WorkKind<P>,
  items: readonly NewWorkItem<P>[],
  notBefore?: Date,
): Promise<void> {
  assertBelongs(kind, 'tenant');
  if (items.length === 0) return;
  await db.query(statement, [
    kind.name,
    items.map(({ key }) => key ?? null),
    items.map(({ payload }) => JSON.stringify(payload)),
    notBefore ?? null,
    currentRequestId(),
    currentTraceparent(),
  ]);
}
