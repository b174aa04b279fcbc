import { detectPii } from '../../../core/privacy/pii/pii-tripwire.policy.js';
import type { TransferKind, TransferOutcome } from './call-vocabulary.js';
import type { StoredTransfer } from './transfer.policy.js';

interface ShownAttempt {
  readonly kind: TransferKind;
  readonly outcome: TransferOutcome;
  readonly at_utc: string;
  readonly target_name: string | null;
}

interface ShownTransfer {
  readonly last_outcome: TransferOutcome | null;
  readonly attempts: ShownAttempt[];
}

/**
 * A transfer that every reader may see: a target that contains a number is not named (calls 14.4).
 */
export const shownTransfer = ({ last_outcome, attempts }: StoredTransfer): ShownTransfer => ({
  last_outcome,
  attempts: attempts.map(({ kind, outcome, at_utc, target_name: name }) => ({
    kind,
    outcome,
    at_utc,
    target_name: name !== null && detectPii(name) === null ? name : null,
  })),
});
