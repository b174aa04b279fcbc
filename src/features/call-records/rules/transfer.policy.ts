import { readInstant } from '../../../core/time/iso-date-time.policy.js';
import { TRANSFER_KINDS, TRANSFER_OUTCOMES, TransferKind, TransferOutcome } from './call-vocabulary.js';

/**
 * The stored transfer of a call (sealed JSON), with the field names of the API. Old rows may
 * deviate from it.
 */
export interface StoredTransfer {
  readonly last_outcome: TransferOutcome | null;
  readonly attempts: readonly StoredTransferAttempt[];
}

export interface StoredTransferAttempt {
  readonly kind: TransferKind;
  readonly target_name: string | null;
  readonly outcome: TransferOutcome;
  /** ISO 8601, `Z`, milliseconds. */
  readonly at_utc: string;
}

/** Facts about a transfer for analytics, computed at ingest so that SQL reads two booleans. */
interface TransferFacts {
  /** A real transfer with a named target got further than being in progress. */
  readonly namedTarget: boolean;
  /** The last outcome, or the outcome of any attempt, is completed. */
  readonly completed: boolean;
  /** The stated last outcome, otherwise that of the latest readable attempt. */
  readonly lastOutcome: TransferOutcome | null;
}

/**
 * Reads a stored transfer of any age: attempts that are not a list, members that are text or null,
 * and unknown words count as absent (calls 3.4, 3.7, 3.10).
 */
export function transferFacts(transfer: unknown): TransferFacts {
  if (!isObject(transfer)) return { namedTarget: false, completed: false, lastOutcome: null };
  const attempts = attemptsOf(transfer);
  const stated = asOutcome(transfer['last_outcome']);
  const readable = attempts.map((attempt) => asOutcome(attempt['outcome'])).filter((it) => it !== null);
  return {
    namedTarget: attempts.some(namesTarget),
    completed: stated === 'completed' || readable.includes('completed'),
    lastOutcome: stated ?? readable.at(-1) ?? null,
  };
}

/**
 * A stored transfer of any age in the current format. Attempts without a known kind, a known
 * outcome or an instant are left out, and `last_outcome` is the one that `transferFacts` finds.
 * Null for an invalid value.
 */
export function readTransfer(stored: unknown): StoredTransfer | null {
  if (!isObject(stored) || !('attempts' in stored || 'last_outcome' in stored)) return null;
  return {
    last_outcome: transferFacts(stored).lastOutcome,
    attempts: attemptsOf(stored).flatMap((attempt) => readAttempt(attempt) ?? []),
  };
}

function readAttempt(attempt: Record<string, unknown>): StoredTransferAttempt | null {
  const { kind: word, outcome: ended, at_utc: at, target_name: name } = attempt;
  const kind = TRANSFER_KINDS.find((known) => known === word);
  const outcome = asOutcome(ended);
  const instant = typeof at === 'string' ? readInstant(at) : null;
  if (kind === undefined || outcome === null || instant === null) return null;
  const target_name = typeof name === 'string' && name.trim() !== '' ? name : null;
  return { kind, target_name, outcome, at_utc: instant.toISOString() };
}

/** Whether the stored transfer has at least one attempt that is an object. */
export const hasTransferAttempt = (transfer: unknown): boolean =>
  isObject(transfer) && attemptsOf(transfer).length > 0;

function attemptsOf(transfer: Record<string, unknown>): Record<string, unknown>[] {
  const attempts = transfer['attempts'];
  return Array.isArray(attempts) ? attempts.filter(isObject) : [];
}

function namesTarget(attempt: Record<string, unknown>): boolean {
  const name = attempt['target_name'];
  if (typeof name !== 'string' || name.trim() === '') return false;
  return attempt['kind'] !== 'direct_call' && attempt['outcome'] !== 'in_progress';
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const asOutcome = (value: unknown): TransferOutcome | null =>
  TRANSFER_OUTCOMES.find((outcome) => outcome === value) ?? null;
