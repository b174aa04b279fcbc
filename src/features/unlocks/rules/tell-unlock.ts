import { OWED, workKind } from '../../../core/shared/work-kind.js';
import type { UnlockDecision } from './words.js';

/** A person has requested an unlock, or decided on one. */
export interface TellUnlock {
  readonly callId: string;
  readonly unlockId: string;
  readonly what: 'requested' | UnlockDecision;
}

export const TELL_UNLOCK = workKind<TellUnlock>('unlocks.tell', OWED);
