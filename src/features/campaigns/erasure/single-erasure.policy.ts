/** A single call of the person, locked. */
export interface LockedSingle {
  readonly dispatchId: string;
  readonly status: 'queued' | 'taken' | 'refused';
}

export interface ClaimedSingle {
  readonly dispatchId: string;
  readonly isOver: boolean;
  readonly callId: string | null;
}

/**
 * The actions on single calls of a person, by dispatch_id (caller-requests 12.8): waiting ones are
 * refused, and then erased.
 */
export function partsOfSingles(
  calls: readonly LockedSingle[],
  taken: readonly ClaimedSingle[],
  held: ReadonlySet<string>,
): { readonly waiting: readonly string[]; readonly gone: readonly string[] } {
  const idsOf = (found: readonly LockedSingle[]): string[] => found.map(({ dispatchId }) => dispatchId);
  const kept = new Set(
    taken
      .filter(({ isOver, callId }) => !isOver || (callId !== null && held.has(callId)))
      .map(({ dispatchId }) => dispatchId),
  );
  return {
    waiting: idsOf(calls.filter(({ status }) => status === 'queued')),
    gone: idsOf(calls.filter(({ dispatchId }) => !kept.has(dispatchId))),
  };
}
