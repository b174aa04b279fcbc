import { contentHash } from '../../core/shared/json/canonical-json.policy.js';
import type { FieldError } from '../../core/shared/platform-error.js';
import { isAhead } from '../../core/time/clock-skew.policy.js';

export interface Decision {
  readonly decision_id: string;
  readonly action: string;
  readonly resource_type: string;
  readonly resource_id: string;
  readonly decision: 'allow' | 'deny';
  readonly reason_code: string;
  readonly occurred_at_utc: string;
}

/** A decision with its parsed instant, and the hash that identifies repeats. */
export interface ReadDecision extends Omit<Decision, 'occurred_at_utc'> {
  readonly occurred_at: string;
  readonly content_hash: string;
}

/** The decision to store. Two spellings of one instant are equal. */
export function readDecision(sent: Decision): ReadDecision {
  const { decision_id, action, resource_type, resource_id, decision, reason_code } = sent;
  const content = {
    action,
    resource_type,
    resource_id,
    decision,
    reason_code,
    occurred_at: new Date(sent.occurred_at_utc).toISOString(),
  };
  return { decision_id, ...content, content_hash: contentHash(content) };
}

const at = (index: number, field: string, message: string, type: string): FieldError => ({
  loc: ['body', 'decisions', index, field],
  message,
  type,
});

/**
 * Faults of a batch beyond the form of its decisions: an instant in the future, or one id for two
 * contents (privacy 10.2, 10.3).
 */
export function faultsOfBatch(batch: readonly ReadDecision[], now: Date): FieldError[] {
  const first = new Map<string, number>();
  return batch.flatMap((decision, index) => {
    const earlier = first.get(decision.decision_id);
    if (earlier === undefined) first.set(decision.decision_id, index);
    const isOther = earlier !== undefined && batch[earlier]!.content_hash !== decision.content_hash;
    return [
      ...(isAhead(new Date(decision.occurred_at), now)
        ? [at(index, 'occurred_at_utc', 'must not be in the future', 'value_error')]
        : []),
      ...(isOther
        ? [
            at(
              index,
              'decision_id',
              `is also the id of decisions.${earlier}, whose content differs; give each decision its own id`,
              'repeated',
            ),
          ]
        : []),
    ];
  });
}

/** Each id once, in the same order in all batches, so that two batches never deadlock. */
export function distinctInOrder(batch: readonly ReadDecision[]): ReadDecision[] {
  const byId = new Map(batch.map((decision) => [decision.decision_id, decision]));
  return [...byId.values()].toSorted((one, other) => (one.decision_id < other.decision_id ? -1 : 1));
}

/** The decisions of a batch that a recorded one contradicts; `recorded` are hashes by id. */
export const contradictions = (
  batch: readonly ReadDecision[],
  recorded: ReadonlyMap<string, string>,
): FieldError[] =>
  batch.flatMap(({ decision_id, content_hash }, index) => {
    const known = recorded.get(decision_id);
    return known === undefined || known === content_hash
      ? []
      : [at(index, 'decision_id', 'is already recorded with different content', 'contradicts')];
  });
