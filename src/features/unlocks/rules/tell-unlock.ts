import { OWED, workKind } from '../../../core/shared/work-kind.js';
import type { UnlockDecision } from './words.js';

/** Someone has asked for an unlock, or decided on it. */
export interface TellUnlock {
  readonly callId: string;
  readonly unlockId: string;
  readonly what: 'requested' | UnlockDecision;
}

export const TELL_UNLOCK = workKind<TellUnlock>('unlocks.tell', OWED);
